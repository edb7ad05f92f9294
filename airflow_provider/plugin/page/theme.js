// Light or dark as the page around this one, whose ground is taken over.

import { outer } from "./address.js";

export function followTheme(redraw) {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const set = () => {
    const around = outer?.document.documentElement;
    const dark = around ? around.classList.contains("dark") || around.dataset.theme === "dark" : system.matches;
    const theme = dark ? "dark" : "light";
    const grounds = around ? [outer.document.body, around].map((one) => outer.getComputedStyle(one).backgroundColor) : [];
    const ground = grounds.find((colour) => !/^rgba\(.*, 0\)$|^transparent$/.test(colour)) ?? "";
    if (root.dataset.theme === theme && root.style.getPropertyValue("--ground") === ground) return;
    root.dataset.theme = theme;
    root.style.setProperty("--ground", ground);
    redraw();
  };
  set();
  system.addEventListener("change", set);
  if (outer) new MutationObserver(set).observe(outer.document.documentElement, { attributes: true, attributeFilter: ["class", "data-theme"] });
}
