import { anchors, type BookingChoice, paths } from './paths.ts';

/** Returns the address of our booking with a pass or a team chosen. Not in `paths.ts`, which every page loads. */
export function choicePath({ pass, team }: BookingChoice): string {
  const query = new URLSearchParams({ ...(pass && { pass }), ...(team && { team }) });
  return `${paths.home}?${query.toString()}#${anchors.booking}`;
}
