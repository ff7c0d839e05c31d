import { Spinner } from '../Spinner.tsx';

export const PageSkeleton = ({ title, label }: { title: string; label: string }) => (
  <div>
    <h1 className="sr-only">{title}</h1>
    <Spinner centered>{label}</Spinner>
    <div className="section-waiting stack" aria-hidden="true">
      <span className="skeleton title" />
      <span className="skeleton tall" />
      <span className="skeleton tall" />
    </div>
  </div>
);
