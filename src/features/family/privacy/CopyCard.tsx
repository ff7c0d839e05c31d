import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { download, print } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import type { Copy } from './copy.ts';
import { copyMessages } from './messages.ts';

export function CopyCard({ copy }: { copy: Copy }) {
  const running = useStore(copy.$running);
  const outcome = useStore(copy.$outcome);
  return (
    <section aria-labelledby="copy-title">
      <h2 id="copy-title">{copyMessages.title}</h2>
      <div className="card privacy-card">
        <p>{copyMessages.text}</p>
        <div className="row">
          <Button kind="solid" small busy={running === 'read'} onClick={() => void copy.read()}>
            <Icon path={print} />
            {copyMessages.read}
          </Button>
          <Button kind="line" small busy={running === 'save'} onClick={() => void copy.save()}>
            <Icon path={download} />
            {copyMessages.save}
          </Button>
        </div>
        {running !== null && (
          <p className="sr-only" role="status">
            {copyMessages.busy}
          </p>
        )}
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      </div>
    </section>
  );
}
