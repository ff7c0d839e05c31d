import { inBoundary } from '#ui/failed/Boundary.tsx';
import NewLink from './NewLink.tsx';
import { NoBooking } from './NoBooking.tsx';

/** An island of its own for an address without a link, so that its form is part of the built page. */
function NoLink({ whatsapp }: { whatsapp: string }) {
  return (
    <NoBooking why="missing" whatsapp={whatsapp}>
      <NewLink />
    </NoBooking>
  );
}

export default inBoundary(NoLink);
