// A part of a page whose inside the server has written. What a person is at stays: focus, text in fields, what is unfolded.
import { h } from "vue";

const FIELDS = "input[id]:not([type=range]), textarea[id], select[id]";

function kept(root) {
  const at = document.activeElement;
  const inside = at && at.id && root.contains(at);
  const untouched = (each) => each.matches("textarea") && each.value === each.defaultValue; // takes what the server writes next
  const fields = [...root.querySelectorAll(FIELDS)].filter((each) => !each.hasAttribute("data-fresh") && !untouched(each));
  return {
    focus: inside ? at.id : "",
    caret: inside && "selectionStart" in at && at.type !== "range" ? at.selectionStart : null,
    typed: fields.map((each) => [each.id, each.value, each.checked, each.dataset.about]),
    open: [...root.querySelectorAll("details[id]")].map((each) => [each.id, each.open]),
    scrolled: [...root.querySelectorAll("[id][data-scrolls]")].map((each) => [each.id, each.scrollLeft, each.scrollTop]),
    sliding: root.querySelector("input[type=range][data-held]"),
  };
}

function restored(root, was) {
  const find = (id) => root.querySelector(`#${CSS.escape(id)}`);
  for (const [id, value, checked, about] of was.typed) {
    const field = find(id);
    if (!field || field.hasAttribute("data-fresh") || field.dataset.about !== about) continue;
    if (field.type === "checkbox" || field.type === "radio") field.checked = checked;
    else field.value = value;
  }
  for (const [id, open] of was.open) {
    const details = find(id);
    if (details && !details.hasAttribute("data-opens")) details.open = open;
  }
  for (const [id, left, top] of was.scrolled) {
    const box = find(id);
    if (box) box.scrollTo(left, top);
  }
  if (was.focus && document.activeElement?.id !== was.focus) {
    const field = find(was.focus);
    field?.focus({ preventScroll: true });
    if (field && was.caret !== null && field.setSelectionRange && field.type !== "number") {
      field.setSelectionRange(was.caret, was.caret);
    }
  }
}

export default {
  props: { html: String, element: String },
  render() {
    return h(this.element || "div", { innerHTML: this.html });
  },
  beforeUpdate() {
    this.was = kept(this.$el);
  },
  updated() {
    if (this.was) restored(this.$el, this.was);
    document.dispatchEvent(new CustomEvent("drawn", { detail: this.$el }));
  },
  mounted() {
    document.dispatchEvent(new CustomEvent("drawn", { detail: this.$el }));
  },
};
