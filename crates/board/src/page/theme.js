// The theme that the player has chosen, or else the system's. A module would run too late.

const isSystemDark = matchMedia("(prefers-color-scheme: dark)");
let chosen = "";

/** An empty `theme`: the system's. */
globalThis.showTheme = (theme) => {
  chosen = theme;
  document.documentElement.dataset.theme = theme || (isSystemDark.matches ? "dark" : "light");
};

isSystemDark.addEventListener("change", () => globalThis.showTheme(chosen));
try {
  globalThis.showTheme(JSON.parse(localStorage.getItem("guohe")).theme);
} catch {
  // The browser keeps nothing.
  globalThis.showTheme("");
}
