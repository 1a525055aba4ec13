/* Presenting: the player fills the screen, or where that is not allowed the window. */

export class Stage {
  constructor(player) {
    this.player = player;
    this.root = player.root;
  }

  get large() {
    return this.root.classList.contains("present");
  }

  toggle() {
    return this.show(!this.large);
  }

  async show(large) {
    const { player, root } = this;
    if (large === this.large) return;
    player.keys.lead();
    if (large && player.details.tab) player.details.toggle();
    root.classList.toggle("present", large);
    player.part('[data-do="present"]').setAttribute("aria-pressed", large);
    if (!large) {
      root.removeAttribute("popover");
      if (root.matches(":fullscreen")) await document.exitFullscreen();
      return;
    }
    root.focus({ preventScroll: true }); // Space plays: the button pressed to get here lets go
    // A page that is presented as a whole fills the screen already.
    if (!document.documentElement.matches(".presenting")) {
      await root.requestFullscreen?.().catch(() => {});
    }
    if (root.matches(":fullscreen") || !this.large) return;
    root.popover = "manual"; // the top layer, above whatever the page has
    root.showPopover?.();
  }

  /* The browser has gone to or left the full screen, perhaps without asking us. */
  changed() {
    if (!this.root.matches(":fullscreen, [popover]")) this.show(false);
  }
}
