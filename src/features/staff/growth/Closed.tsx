import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { growthMessages as words } from './messages.ts';
import type { GrowthReports } from './store.ts';

/** Says that the reports of a camp are closed, and shows the coach what they typed there and can no longer send. */
export function Closed({ store, title }: { store: GrowthReports; title: string }) {
  const [sentences, setSentences] = useState(store.unsentSentences);
  return (
    <NotLoaded title={title}>
      {sentences.length > 0 && (
        <>
          <p>{words.unsent}</p>
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence} className="growth-sentence">
                {sentence}
              </li>
            ))}
          </ul>
          <Button
            kind="line"
            small
            onClick={() => {
              store.deleteUnsent();
              setSentences([]);
            }}
          >
            {words.deleteUnsent}
          </Button>
        </>
      )}
    </NotLoaded>
  );
}
