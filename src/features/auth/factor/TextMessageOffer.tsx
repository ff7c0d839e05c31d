import { Button } from '#ui/Button.tsx';
import { textMessages } from './messages.ts';

interface Props {
  busy: boolean;
  isFirst: boolean;
  onChoose: () => void;
}

export default function TextMessageOffer({ busy, isFirst, onChoose }: Props) {
  return (
    <>
      {isFirst && <p className="hint">{textMessages.offer}</p>}
      <Button kind="line" busy={busy} onClick={onChoose}>
        {textMessages.begin}
      </Button>
    </>
  );
}
