import { useStore } from '@nanostores/react';
import { Confirm } from '#ui/Confirm.tsx';
import { askMessages, secondMessages } from './messages.ts';
import type { Question, SecondParent } from './second-parent.ts';

interface Props {
  second: SecondParent;
  other: string;
  isFirst: boolean;
  isHandingOver: boolean;
}

/**
 * With this card, a parent leaves the family or hands it over. Before each step it says what that means for both
 * parents.
 */
export function LeaveFamily({ second, other, isFirst, isHandingOver }: Props) {
  const question = useStore(second.$question);
  const busy = useStore(second.$busy);
  if (question !== null) {
    const { title, text, yes } = textsOf(question, other, isFirst);
    return (
      <Confirm
        title={title}
        yes={yes}
        no={secondMessages.keep}
        busy={busy}
        onYes={() => void second.answer(question, other)}
        onNo={() => second.ask(null)}
      >
        {text}
      </Confirm>
    );
  }
  return (
    <div>
      <p className="links">
        {isFirst && (
          <>
            <button type="button" onClick={() => second.ask('remove')}>
              {secondMessages.remove} {other}
            </button>
            {!isHandingOver && (
              <button type="button" onClick={() => second.ask('handOver')}>
                {secondMessages.handOver}
              </button>
            )}
          </>
        )}
        <button type="button" onClick={() => second.ask('leave')}>
          {secondMessages.leave}
        </button>
      </p>
      {!isFirst && <p className="quiet">{secondMessages.onlyFirst}</p>}
    </div>
  );
}

function textsOf(question: Question, other: string, isFirst: boolean) {
  if (question !== 'leave') return askMessages[question](other);
  return isFirst ? askMessages.leaveFirst(other) : askMessages.leaveSecond(other);
}
