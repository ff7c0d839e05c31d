import type { ReviewedCamp } from '#contract/camp-reviews.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Notice } from '#ui/Notice.tsx';
import { reviewMessages as words, starsMessage, stateMessages } from './messages.ts';
import { ReviewForm } from './ReviewForm.tsx';
import type { Reviews } from './store.ts';

interface Props {
  reviews: Reviews;
  camp: ReviewedCamp;
  /** True if the address names this camp, as the mail does. Its form is then open. */
  isNamed: boolean;
}

/** One camp that the family has reviewed or can review. */
export function CampReviewCard({ reviews, camp, isNamed }: Props) {
  const { review } = camp;
  const busy = useStore(reviews.$busy);
  const outcome = useStore(reviews.$outcome);
  const [isChanging, setChanging] = useState(isNamed && camp.can_write && review !== null);
  return (
    <section className="card camp-review" aria-labelledby={`camp-${camp.camp_id}`}>
      <header>
        <h2 id={`camp-${camp.camp_id}`}>{words.camp(camp)}</h2>
        <p className="quiet">{words.who(camp)}</p>
      </header>
      {outcome?.campId === camp.camp_id && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {review === null || isChanging ? (
        <ReviewForm
          key={review?.version ?? 0}
          reviews={reviews}
          camp={camp}
          onDone={() => setChanging(false)}
        />
      ) : (
        <>
          <p className="camp-review-stars">
            <span aria-hidden="true">{'★'.repeat(review.rating)}</span>
            <span className="sr-only">{starsMessage(review.rating)}</span>
          </p>
          {review.words !== null && <blockquote>{review.words}</blockquote>}
          <p className="quiet">{stateMessages[review.state](review.shown_name)}</p>
          <div className="row">
            {camp.can_write && (
              <Button kind="line" small onClick={() => setChanging(true)}>
                {words.change}
              </Button>
            )}
            <ConfirmButton
              name={words.delete}
              about={words.camp(camp)}
              means={words.deleteMeans}
              yes={words.deleteYes}
              no={words.deleteNo}
              busy={busy}
              harm
              onYes={() => void reviews.remove(camp)}
            />
          </div>
        </>
      )}
    </section>
  );
}
