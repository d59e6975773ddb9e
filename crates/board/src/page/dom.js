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
