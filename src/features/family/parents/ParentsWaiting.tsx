import { messages } from './messages.ts';

/** Bars under the shell until it is known who is here, and what of them. */
export const ParentsWaiting = () => (
  <div>
    <h1 className="sr-only">{messages.title}</h1>
    <p className="sr-only" role="status">
      {messages.loading}
    </p>
    <div className="section-waiting" aria-hidden="true">
      <span className="skeleton title" />
      <span className="skeleton tall" />
      <span className="skeleton tall" />
    </div>
  </div>
);
