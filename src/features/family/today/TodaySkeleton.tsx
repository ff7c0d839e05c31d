import { messages } from './messages.ts';
import { Spinner } from '#ui/Spinner.tsx';

export const TodaySkeleton = () => (
  <div>
    <div className="today-hello stack items-end gap-5">
      <div>
        <h1 className="sr-only">{messages.title}</h1>
        <Spinner centered>{messages.loading}</Spinner>
        <span className="skeleton h-12 w-4/5 max-w-md" aria-hidden="true" />
        <span className="skeleton mt-3 h-6 w-3/5 max-w-sm" aria-hidden="true" />
      </div>
    </div>
    <div className="today-layout" aria-hidden="true">
      <div className="stack gap-5">
        <span className="skeleton h-80" />
        <span className="skeleton h-80" />
      </div>
      <div className="stack gap-5">
        <span className="skeleton h-28" />
        <span className="skeleton h-28" />
        <span className="skeleton h-28" />
      </div>
    </div>
  </div>
);
