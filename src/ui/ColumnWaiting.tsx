import { Spinner } from './Spinner.tsx';

/** A page of one thing (column.css) while that is read: its title for who listens, bars for who looks. */
export const ColumnWaiting = ({ title, loading }: { title: string; loading: string }) => (
  <div className="wrap column column-state">
    <h1 className="sr-only">{title}</h1>
    <Spinner>{loading}</Spinner>
    <div className="column-skeleton" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  </div>
);
