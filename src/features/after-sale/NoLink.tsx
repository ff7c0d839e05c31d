import { inBoundary } from '#ui/failed/Boundary.tsx';
import NewLink from './NewLink.tsx';
import { NoBooking } from './NoBooking.tsx';

/** The page where no link was given: an island of its own, which stands in the page with its form. */
function NoLink({ whatsapp }: { whatsapp: string }) {
  return (
    <NoBooking why="missing" whatsapp={whatsapp}>
      <NewLink />
    </NoBooking>
  );
}

export default inBoundary(NoLink);
