import { Spinner } from '#ui/Spinner.tsx';
import { openingMessages } from './opening-messages.ts';

/** A placeholder of the same size as the content that replaces it, so that nothing moves. */
export function OpeningSkeleton({ pass = false }: { pass?: boolean }) {
  return (
    <div className="checkout">
      <div>
        <Spinner>{openingMessages.opening(pass)}</Spinner>
        {[1, 2, 3].map((step) => (
          <div key={step} className="card mb-7 grid gap-5" aria-hidden="true">
            <span className="skeleton h-8 w-1/2" />
            <span className="skeleton h-12 w-full" />
            <span className="skeleton h-12 w-full" />
            <span className="skeleton h-12 w-3/4" />
          </div>
        ))}
      </div>
      <div className="checkout-summary" aria-hidden="true">
        <div className="checkout-hold for-phone" />
        <div className="checkout-hold for-desktop" />
        <div className="summary-body">
          <span className="skeleton h-16 w-full" />
          <span className="skeleton h-6 w-3/4" />
          <span className="skeleton h-12 w-full" />
        </div>
      </div>
    </div>
  );
}
