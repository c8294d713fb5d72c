"use strict";
// The page reads without this. It adds a search, and opens what a link leads to.
(() => {
  const show = (element, yes) => element.classList.toggle("hidden", !yes);
  for (const suite of document.querySelectorAll(".suite")) {
    const rows = [...suite.querySelectorAll(".matrix tr[data-row]")];
    const cases = [...suite.querySelectorAll("details.vector")];
    const search = suite.querySelector("input[type=search]");
    if (search) {
      search.hidden = false;
      search.addEventListener("input", () => {
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const fits = (element) => {
          const text = element.textContent.toLowerCase();
          return words.every((word) => text.includes(word));
        };
        for (const element of [...rows, ...cases]) show(element, fits(element));
        for (const head of suite.querySelectorAll(".matrix tbody")) {
          show(head, [...head.querySelectorAll("tr[data-row]")].some((row) => !row.classList.contains("hidden")));
        }
      });
    }
    const button = suite.querySelector("button.open-all");
    if (button) {
      button.hidden = false;
      button.addEventListener("click", () => {
        const open = cases.some((one) => !one.open);
        for (const one of cases) one.open = open;
        button.textContent = open ? "Close all" : "Open all";
      });
    }
  }
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const around = target && target.closest("details");
    if (around) {
      around.open = true;
      show(around, true);
      target.scrollIntoView();
    }
  };
  addEventListener("hashchange", reveal);
  reveal();
})();
