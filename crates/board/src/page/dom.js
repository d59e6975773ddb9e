// Elements of the page: found, and made.

/** The element with this id. @type {(id: string) => any} */
export const $ = (id) => document.getElementById(id);

/**
 * A new element with properties and children.
 * @type {(name: string, properties?: object, ...children: any[]) => any}
 */
export const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/**
 * A button with a text. `role` is the name by which styles and tests find it; a `label` says what a text that is only a
 * sign means.
 * @type {(role: string, text: string, click: () => void, more?: {className?: string, label?: string}) => any}
 */
export function button(role, text, click, { className = "", label = "" } = {}) {
  const made = element("button", { type: "button", className, textContent: text });
  made.dataset.role = role;
  if (label) {
    made.title = label;
    made.setAttribute("aria-label", label);
  }
  made.addEventListener("click", click);
  return made;
}
