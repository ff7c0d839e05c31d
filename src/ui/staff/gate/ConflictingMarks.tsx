import { Button } from '../../Button.tsx';
import { Icon } from '../../Icon.tsx';
import { warning } from '../../icons.ts';
import { differingLine, differingMessages } from '#domain/gate-messages.ts';
import './gate.css';

interface Props {
  name: string;
  place: string;
  marks: readonly Parameters<typeof differingLine>[0][];
  onChoose: (markId: string) => void;
}

/** Shows two marks of a child that differ between devices, until a coach chooses one. */
export const ConflictingMarks = ({ name, place, marks, onChoose }: Props) =>
  marks.length > 0 && (
    <div className="differing" role="group" aria-label={`${differingMessages.title(name)} ${place}`}>
      <p>
        <Icon path={warning} /> <b>{differingMessages.title(name)}</b> {differingMessages.ask}
      </p>
      {marks.map((mark) => (
        <Button key={mark.mark_id} kind="line" wide onClick={() => onChoose(mark.mark_id)}>
          {differingMessages.choose(differingLine(mark))}
        </Button>
      ))}
    </div>
  );
