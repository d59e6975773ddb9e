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
