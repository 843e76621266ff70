"""Everything that writes certificates: ``certificate.certify`` is the entrance. Files bear the names of their readers in ``check/``."""
