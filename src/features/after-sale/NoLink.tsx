import { inBoundary } from '#ui/failed/Boundary.tsx';
import OrderLinkForm from './OrderLinkForm.tsx';
import { NoBooking } from './NoBooking.tsx';

/** Visitors without a link get this island, which contains the form in the built HTML. */
function NoLink({ whatsapp }: { whatsapp: string }) {
  return (
    <NoBooking why="missing" whatsapp={whatsapp}>
      <OrderLinkForm />
    </NoBooking>
  );
}

export default inBoundary(NoLink);
