/** Closes a menu of the bar (`details`) when Escape is pressed, and when the focus or a click goes elsewhere. */
export function closeWhenLeft(menuRoot: HTMLElement, signal: AbortSignal): void {
  const closeIfOutside = (target: EventTarget | null) => {
    const menu = menuRoot.querySelector('details');
    if (menu && !(target instanceof Node && menuRoot.contains(target))) menu.open = false;
  };
  menuRoot.addEventListener('focusout', ({ relatedTarget }) => closeIfOutside(relatedTarget), { signal });
  // A click on something that cannot take the focus must close the menu as well.
  document.addEventListener('click', ({ target }) => closeIfOutside(target), { signal });
  menuRoot.addEventListener(
    'keydown',
    ({ key }) => {
      const menu = menuRoot.querySelector('details');
      if (key !== 'Escape' || !menu?.open) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    },
    { signal },
  );
}
