import { inBoundary } from '#ui/failed/Boundary.tsx';
import OrderLinkForm from './OrderLinkForm.tsx';
import { NoBooking } from './NoBooking.tsx';

/** What a visitor without a link gets. The built HTML contains its form. */
function NoLink({ whatsapp }: { whatsapp: string }) {
  return (
    <NoBooking why="missing" whatsapp={whatsapp}>
      <OrderLinkForm />
    </NoBooking>
  );
}

export default inBoundary(NoLink);
