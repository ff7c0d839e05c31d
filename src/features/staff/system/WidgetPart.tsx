import { useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { interfaceMessages } from './interface-messages.ts';
import { firstWidget, type Widget, type WidgetChoice, widgetChoices, widgetSnippet } from './widget.ts';
import { widgetMessages as words } from './widget-messages.ts';

/** Shows the HTML with which a partner's page shows our camps and classes. */
export function WidgetPart() {
  const [widget, setWidget] = useState(firstWidget);
  const [isCopied, setIsCopied] = useState(false);
  const id = useId();
  const snippet = widgetSnippet(location.origin, widget, words.link);
  const change = (next: Widget) => {
    setWidget(next);
    setIsCopied(false);
  };
  return (
    <section className="sheet interface-widget stack gap-3.5" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{words.title}</h2>
      <p className="quiet">{words.lead}</p>
      <Choice name="show" widget={widget} onChoose={change} />
      <Choice name="language" widget={widget} onChoose={change} />
      <Choice name="theme" widget={widget} onChoose={change} />
      <div className="field all">
        <label htmlFor={`${id}-snippet`}>{words.snippet}</label>
        <textarea
          id={`${id}-snippet`}
          className="input"
          rows={5}
          value={snippet}
          readOnly
          onFocus={({ target }) => target.select()}
        />
      </div>
      <div className="row">
        <Button
          kind="line"
          small
          onClick={() =>
            // If the browser refuses to copy, the text can be selected and copied by hand.
            void navigator.clipboard.writeText(snippet).then(
              () => setIsCopied(true),
              () => undefined,
            )
          }
        >
          {interfaceMessages.copy}
        </Button>
      </div>
      <p role="status">{isCopied && interfaceMessages.copied}</p>
    </section>
  );
}

function Choice({
  name,
  widget,
  onChoose,
}: {
  name: WidgetChoice;
  widget: Widget;
  onChoose: (widget: Widget) => void;
}) {
  const id = useId();
  const { label, options } = words.choices[name];
  const texts = new Map<string, string>(Object.entries(options));
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={widget[name]}
        onChange={({ target }) => {
          const chosen = widgetChoices[name].find((candidate) => candidate === target.value);
          if (chosen !== undefined) onChoose({ ...widget, [name]: chosen });
        }}
      >
        {widgetChoices[name].map((candidate) => (
          <option key={candidate} value={candidate}>
            {texts.get(candidate)}
          </option>
        ))}
      </select>
    </div>
  );
}
