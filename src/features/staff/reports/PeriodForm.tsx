import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FieldError } from '#ui/Field.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { presets, presetSpan, type Span, spanFault } from './period.ts';
import type { ReportsStore } from './store.ts';
import { spanFaults, reportMessages } from './messages.ts';
import '#ui/staff/table/list-tools.css';

/** Staff choose a period that ends today, or type a first and a last day. */
export function PeriodForm({ reports, span }: { reports: ReportsStore; span: Span }) {
  const [typedSpan, setTypedSpan] = useState(span);
  const [isSubmitted, setIsTried] = useState(false);
  const fault = isSubmitted ? spanFault(typedSpan) : null;
  return (
    <FormElement
      className="report-span no-print"
      aria-label={reportMessages.span}
      onSubmit={() => {
        setIsTried(true);
        if (spanFault(typedSpan) === null) reports.show(typedSpan);
      }}
    >
      <div className="row">
        {presets.map((name) => {
          const preset = presetSpan(name);
          return (
            <button
              key={name}
              type="button"
              className="list-view"
              aria-pressed={preset.from === span.from && preset.until === span.until}
              onClick={() => reports.show(preset)}
            >
              {reportMessages.preset(name)}
            </button>
          );
        })}
      </div>
      <div className="row report-days">
        {(['from', 'until'] as const).map((name) => (
          <div key={name} className="list-filter">
            <label htmlFor={`report-${name}`}>{reportMessages[name]}</label>
            <input
              id={`report-${name}`}
              className="input"
              type="date"
              value={typedSpan[name]}
              aria-invalid={fault === null ? undefined : true}
              aria-describedby={fault === null ? undefined : 'report-span-error'}
              onChange={({ target }) => setTypedSpan({ ...typedSpan, [name]: target.value })}
            />
          </div>
        ))}
        <Button kind="line" small type="submit">
          {reportMessages.show}
        </Button>
      </div>
      {fault !== null && <FieldError id="report-span-error">{spanFaults[fault]}</FieldError>}
    </FormElement>
  );
}
