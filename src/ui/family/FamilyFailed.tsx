import kayak from '#assets/mascot/kayak.svg?url';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { failureReason } from '../failed/failure-reason.ts';
import { failedMessages } from '../failed/messages.ts';

interface Props {
  /** The specification's sentence about the data that could not be read (spec 1 §8). */
  title?: string;
  onRetry: () => void;
}

export const FamilyFailed = ({ title = 'Failed to fetch family data', onRetry }: Props) => (
  <EmptyState
    bad
    level={1}
    picture={kayak}
    title={title}
    actions={
      <Button kind="solid" onClick={onRetry}>
        {failedMessages.again}
      </Button>
    }
  >
    {failureReason()} Nothing is lost: bookings and credits stay as they are.
  </EmptyState>
);
