"""JSON schemas of what goes in and comes out: position/1, position/2, certificate/1, certificate/2, answer/1.

The ``$id`` of ``answer-1.json`` is ``urn:reiterate:schema:answer-1``, and so for each file. It is a name that stays, and no address.
"""
