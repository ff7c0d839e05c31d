import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { InterfaceOutcome } from './InterfaceOutcome.tsx';
import { createWebhookForm, webhookFault, webhookFields } from './interface-forms.ts';
import { eventMessages, webhookMessages as words } from './interface-messages.ts';
import type { Interfaces } from './interfaces.ts';

interface Props {
  webhooks: readonly Webhook[];
  interfaces: Interfaces;
}

export function WebhooksPart({ webhooks, interfaces }: Props) {
  const [form] = useState(() => createWebhookForm(interfaces));
  const busy = useStore(interfaces.$busy);
  return (
    <>
      <section className="sheet give-role" aria-labelledby="add-webhook">
        <header>
          <h2 id="add-webhook">{words.create}</h2>
        </header>
        <Form
          form={form}
          labelledBy="add-webhook"
          messageOf={webhookFault}
          labelOf={(id) => webhookFields.find(({ path }) => path === id)?.label ?? id}
        >
          <Fields fields={webhookFields} form={form} messageOf={webhookFault} />
          <InterfaceOutcome interfaces={interfaces} place="webhook" />
          <Button kind="solid" type="submit" busy={busy}>
            {words.send}
          </Button>
        </Form>
      </section>
      <section className="sheet" aria-labelledby="webhooks">
        <header>
          <h2 id="webhooks">{words.list}</h2>
          <span className="tag numbers">{webhooks.length}</span>
        </header>
        {webhooks.length === 0 && <p className="interface-empty quiet">{words.empty}</p>}
        <ul>
          {webhooks.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} interfaces={interfaces} busy={busy} />
          ))}
        </ul>
      </section>
    </>
  );
}

interface RowProps {
  webhook: Webhook;
  interfaces: Interfaces;
  busy: boolean;
}

function Row({ webhook, interfaces, busy }: RowProps) {
  const isOn = webhook.state === 'active' || webhook.state === 'failing';
  return (
    <li className="system-account stack gap-x-6 gap-y-2.5">
      <div>
        <h3 className="interface-address">{webhook.url}</h3>
        <p className="quiet">{words.about(webhook)}</p>
        <p className="tags">
          <span className={`tag ${words.tone(webhook)}`}>{words.tag(webhook)}</span>
          {webhook.types.map((type) => (
            <span key={type} className="tag">
              {eventMessages[type]}
            </span>
          ))}
        </p>
        <InterfaceOutcome interfaces={interfaces} place={webhook.id} />
      </div>
      <Deliveries webhook={webhook} />
      <div className="interface-actions">
        {isOn && (
          <Button
            kind="line"
            small
            busy={busy}
            aria-label={words.testOf(webhook)}
            onClick={() => void interfaces.test(webhook)}
          >
            {words.test}
          </Button>
        )}
        <Button
          kind="line"
          small
          busy={busy}
          aria-label={isOn ? words.offOf(webhook) : words.onOf(webhook)}
          onClick={() => void interfaces.switch(webhook, !isOn)}
        >
          {isOn ? words.off : words.on}
        </Button>
        <ConfirmButton
          name={words.rotate}
          label={words.rotateOf(webhook)}
          means={words.rotateMeans}
          yes={words.rotateYes}
          no={words.no}
          busy={busy}
          onYes={() => void interfaces.rotate(webhook)}
        />
        <ConfirmButton
          name={words.remove}
          label={words.removeOf(webhook)}
          means={words.removeMeans}
          yes={words.removeYes}
          no={words.no}
          busy={busy}
          harm
          onYes={() => void interfaces.remove(webhook)}
        />
      </div>
    </li>
  );
}

const Deliveries = ({ webhook }: { webhook: Webhook }) => (
  <details className="interface-deliveries">
    <summary>{words.deliveries}</summary>
    {webhook.deliveries.length === 0 ? (
      <p className="quiet">{words.noDeliveries}</p>
    ) : (
      <ul>
        {webhook.deliveries.map((delivery) => (
          <li key={delivery.id}>
            <span className={`tag ${words.deliveryTone(delivery)}`}>{words.deliveryTag(delivery)}</span>{' '}
            {words.delivery(delivery)}
            <small className="quiet">{words.deliveryMore(delivery)}</small>
          </li>
        ))}
      </ul>
    )}
  </details>
);
