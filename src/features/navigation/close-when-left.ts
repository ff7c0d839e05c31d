/** Closes a menu in the bar (`details`) on Escape, and when focus or a click goes elsewhere. */
export function closeWhenLeft(part: HTMLElement, signal: AbortSignal): void {
  const leaveFor = (target: EventTarget | null) => {
    const menu = part.querySelector('details');
    if (menu && !(target instanceof Node && part.contains(target))) menu.open = false;
  };
  part.addEventListener('focusout', ({ relatedTarget }) => leaveFor(relatedTarget), { signal });
  // A click on something without focus must close it too.
  document.addEventListener('click', ({ target }) => leaveFor(target), { signal });
  part.addEventListener(
    'keydown',
    ({ key }) => {
      const menu = part.querySelector('details');
      if (key !== 'Escape' || !menu?.open) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    },
    { signal },
  );
}
