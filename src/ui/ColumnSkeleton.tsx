import { Spinner } from './Spinner.tsx';

export const ColumnSkeleton = ({ title, loading }: { title: string; loading: string }) => (
  <div className="wrap column column-state">
    <h1 className="sr-only">{title}</h1>
    <Spinner>{loading}</Spinner>
    <div className="column-skeleton stack" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  </div>
);
