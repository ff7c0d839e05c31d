import type { ComponentProps } from 'react';
import { hydrateRoot } from 'react-dom/client';
import BookingFlow from './BookingFlow.tsx';

/** Brings the flow to life that the page was built with. */
export function bringAlive(root: HTMLElement): void {
  // Written into the page by its own build.
  const props = JSON.parse(root.dataset['booking'] ?? '') as ComponentProps<typeof BookingFlow>;
  // Spaces of the page's source are none of the flow's.
  for (const node of [...root.childNodes]) if (node instanceof Text) node.remove();
  hydrateRoot(root, <BookingFlow {...props} />);
}
