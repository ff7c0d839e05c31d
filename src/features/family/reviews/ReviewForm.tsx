import {
  type Rating,
  type ReviewedCamp,
  ratings,
  REVIEW_NAME_MAX,
  REVIEW_WORDS_MAX,
} from '#contract/camp-reviews.ts';
import { useStore } from '@nanostores/react';
import type { Fault, Faults } from '#domain/fault.ts';
import { oneLine } from '#domain/one-line.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { ChoiceField } from '#ui/kit/form/ChoiceField.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { useForm } from '#ui/kit/form/use-form.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { formMessages as words, ratingMessages } from './messages.ts';
import type { Reviews } from './store.ts';

interface Values {
  rating: string;
  words: string;
  publish: boolean;
  name: string;
}

const options = ratings
  .toReversed()
  .map((rating) => ({ value: String(rating), label: ratingMessages[rating] }));
const missing: Fault = { kind: 'missing' };

const check = ({ rating, words: text, publish, name }: Values): Faults => ({
  ...(rating === '' && { rating: { kind: 'choose' } }),
  ...(publish && text.trim() === '' && { words: missing }),
  ...(publish && name.trim() === '' && { name: missing }),
});

interface Props {
  reviews: Reviews;
  camp: ReviewedCamp;
  onDone: () => void;
}

/** Writes or changes the family's review of one camp. */
export function ReviewForm({ reviews, camp, onDone }: Props) {
  const { review } = camp;
  const busy = useStore(reviews.$busy);
  const form = useForm<Values>({
    empty: {
      rating: review ? String(review.rating) : '',
      words: review?.words ?? '',
      publish: review?.shown_name != null,
      name: review?.shown_name ?? '',
    },
    check,
    send: async ({ rating, words: text, publish, name }) => {
      const isSaved = await reviews.save(camp, {
        p_rating: Number(rating) as Rating,
        p_words: text.trim() || null,
        p_shown_name: publish ? name.trim() : null,
      });
      if (isSaved) onDone();
    },
  });
  const { values } = form;
  const errorOf = useErrorOf(form, (fault, id) =>
    id === 'words' && fault.kind === 'missing' ? words.wordsMissing : faultMessage(fault),
  );
  return (
    <Form form={form}>
      <ChoiceField
        id="rating"
        label={words.rating}
        required
        options={options}
        value={values.rating}
        error={errorOf('rating')}
        onType={(rating) => form.change({ rating })}
      />
      <TextArea
        id="words"
        label={words.words}
        hint={words.wordsHint}
        rows={5}
        most={REVIEW_WORDS_MAX}
        value={values.words}
        error={errorOf('words')}
        onType={(text) => form.change({ words: oneLine(text, REVIEW_WORDS_MAX) })}
      />
      <Checkbox
        id="publish"
        note={words.publishNote}
        checked={values.publish}
        onChange={({ target }) => form.change({ publish: target.checked })}
      >
        {words.publish}
      </Checkbox>
      {values.publish && (
        <Field
          id="name"
          label={words.name}
          hint={words.nameHint}
          autoComplete="given-name"
          maxLength={REVIEW_NAME_MAX}
          value={values.name}
          error={errorOf('name')}
          onChange={({ target }) => form.change({ name: target.value })}
        />
      )}
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {words.send}
        </Button>
        {review && (
          <Button kind="line" onClick={onDone}>
            {words.leave}
          </Button>
        )}
      </div>
    </Form>
  );
}
