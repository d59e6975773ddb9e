// What the browser keeps: localStorage for all tabs, sessionStorage for this one. Either may be full or forbidden.

const area = (name) => {
  try {
    return window[name];
  } catch {
    return null;
  }
};

export const shared = area("localStorage");
export const own = area("sessionStorage");

export function load(place, key) {
  try {
    return JSON.parse(place.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Whether the browser has kept `value`. */
export function save(place, key, value) {
  try {
    place.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * A name that nobody else has. `crypto.randomUUID` is missing where the address is not secure, as in a home network.
 */
export const newName = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((number) => number.toString(16).padStart(8, "0")).join("-");
