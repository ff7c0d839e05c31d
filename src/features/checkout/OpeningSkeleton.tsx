import { Spinner } from '../../ui/Spinner.tsx';
import { messages } from './messages.ts';

export function OpeningSkeleton() {
  return (
    <div className="checkout">
      <div>
        <Spinner>{messages.opening}</Spinner>
        <div className="card grid gap-5" aria-hidden="true">
          <span className="skeleton h-8 w-1/2" />
          <span className="skeleton h-12 w-full" />
          <span className="skeleton h-12 w-full" />
          <span className="skeleton h-12 w-3/4" />
        </div>
      </div>
      <div className="summary" aria-hidden="true">
        <div className="hold for-phone" />
        <div className="hold for-desktop" />
        <div className="summary-body">
          <span className="skeleton h-16 w-full" />
          <span className="skeleton h-6 w-3/4" />
          <span className="skeleton h-12 w-full" />
        </div>
      </div>
    </div>
  );
}
