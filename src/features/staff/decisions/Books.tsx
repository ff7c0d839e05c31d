import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { DiscrepancyList } from '#ui/staff/DiscrepancyList.tsx';
import { listMessages } from './messages.ts';
import type { Decisions } from './store.ts';

/** Lists the discrepancies of the books. They are read only when somebody opens the list. */
export function Books({ decisions }: { decisions: Decisions }) {
  const books = useStore(decisions.$books);
  return (
    <section className="sheet decisions-books" aria-labelledby="books-title">
      <h2 id="books-title">{listMessages.books}</h2>
      <p className="quiet">{listMessages.booksText}</p>
      <div role="status">
        {books.state === 'failed' && <p>{listMessages.booksFailed}</p>}
        {books.state === 'ready' && books.rows.length === 0 && (
          <p>
            <span className="tag good">{listMessages.booksWell}</span>
          </p>
        )}
      </div>
      {books.state === 'ready' && books.rows.length > 0 && <DiscrepancyList rows={books.rows} />}
      <div>
        <Button kind="line" small busy={books.state === 'loading'} onClick={() => void decisions.readBooks()}>
          {books.state === 'loading' ? listMessages.checkingBooks : listMessages.checkBooks}
        </Button>
      </div>
    </section>
  );
}
