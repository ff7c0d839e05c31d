import type { ComponentProps } from 'react';
import { hydrateRoot } from 'react-dom/client';
import BookingFlow from './BookingFlow.tsx';

export function hydrateBooking(root: HTMLElement): void {
  // Our own build wrote these props, so they are not validated.
  const props = JSON.parse(root.dataset['booking'] ?? '') as ComponentProps<typeof BookingFlow>;
  // React would report the whitespace of the page's source as a hydration mismatch.
  for (const node of [...root.childNodes]) if (node instanceof Text) node.remove();
  hydrateRoot(root, <BookingFlow {...props} />);
}
