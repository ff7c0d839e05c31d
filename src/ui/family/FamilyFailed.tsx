import kayak from '#assets/mascot/kayak.svg?url';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { whyFailed } from '../failed/why.ts';
import { failedWords } from '../failed/words.ts';

interface Props {
  /** The catalogue's sentence of what could not be read (spec 1 §8). */
  title?: string;
  onRetry: () => void;
}

/** Nothing came, and nothing is kept. */
export const FamilyFailed = ({ title = 'Failed to fetch family data', onRetry }: Props) => (
  <EmptyState
    bad
    level={1}
    picture={kayak}
    title={title}
    actions={
      <Button kind="solid" onClick={onRetry}>
        {failedWords.again}
      </Button>
    }
  >
    {whyFailed()} Nothing is lost: bookings and credits stay as they are.
  </EmptyState>
);
