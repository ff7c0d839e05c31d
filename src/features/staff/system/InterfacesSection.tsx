import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import '#ui/people/error-summary.css';
import { ApiKeysPart } from './ApiKeysPart.tsx';
import { ExportPart } from './ExportPart.tsx';
import { interfaceMessages as words } from './interface-messages.ts';
import { accountMessages } from './messages.ts';
import { createInterfaces, type Interfaces, type NewSecret } from './interfaces.ts';
import { WebhooksPart } from './WebhooksPart.tsx';
import { WidgetPart } from './WidgetPart.tsx';

/** Business admins give keys to other programs, and say where events are sent. */
export function InterfacesSection() {
  const [interfaces] = useState(createInterfaces);
  const view = useStore(interfaces.$view);
  const secret = useStore(interfaces.$secret);
  useEffect(() => void interfaces.read(), [interfaces]);
  if (view.state === 'loading')
    return <ScreenWaiting title={words.loading} className="system-waiting stack" bars={['title', 'part']} />;
  if (view.state === 'failed')
    return view.code === 'not_allowed' ? (
      <NotLoaded title={words.denied}>{accountMessages.deniedText}</NotLoaded>
    ) : (
      <NotLoaded title={words.failed} onRetry={() => void interfaces.read()} />
    );
  return (
    <>
      <header className="staff-head">
        <div>
          <h1>{words.title}</h1>
          <p className="quiet">{words.lead}</p>
        </div>
      </header>
      {secret && <Secret key={secret.text} secret={secret} interfaces={interfaces} />}
      <ApiKeysPart keys={view.keys} interfaces={interfaces} />
      <WebhooksPart webhooks={view.webhooks} interfaces={interfaces} />
      <WidgetPart />
      <ExportPart />
    </>
  );
}

function Secret({ secret, interfaces }: { secret: NewSecret; interfaces: Interfaces }) {
  const [isCopied, setIsCopied] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="sheet interface-secret stack gap-3.5" aria-labelledby="new-secret-title">
      <h2 id="new-secret-title" ref={heading} tabIndex={-1}>
        {words.secretOf[secret.kind]}
      </h2>
      <Field
        id="new-secret"
        label={secret.name}
        hint={words.once}
        value={secret.text}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <div className="row">
        <Button
          kind="solid"
          small
          onClick={() =>
            // If the browser refuses to copy, the text can be selected and copied by hand.
            void navigator.clipboard.writeText(secret.text).then(
              () => setIsCopied(true),
              () => undefined,
            )
          }
        >
          {words.copy}
        </Button>
        <Button kind="line" small onClick={interfaces.hideSecret}>
          {words.hide}
        </Button>
      </div>
      <p role="status">{isCopied && words.copied}</p>
    </section>
  );
}
