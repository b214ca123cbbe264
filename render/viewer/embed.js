// A game within somebody's page: all of it stands in the shadow of its element, where neither sees the other's styles.

customElements.define("fairyscore-game", class extends HTMLElement {
  connectedCallback() {
    if (document.readyState !== "loading") this.begin();
    else document.addEventListener("DOMContentLoaded", () => this.begin(), { once: true }); // its content is still to come
  }

  begin() {
    const within = this.querySelector(":scope > template");
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" }); // by the parser, or here in older browsers
    if (within) root.append(within.content);
    this.page ??= new Page(JSON.parse(root.getElementById("fairyscore-data").textContent), root);
  }
});
