import { useState } from 'react';
import type { StaffPromotion } from '#contract/management-promotions.ts';
import { createPromoterAccess } from '#api/promoter-access.ts';
import { Button } from '#ui/Button.tsx';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { useNewInAddress } from '#ui/kit/new-in-address.ts';
import { managed } from '#ui/staff/Managed.tsx';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import type { List } from '#ui/staff/table/list.ts';
import { savePromotion } from './api.ts';
import { createPromotionDetailsStore, type PromotionDetailsStore } from './detail.ts';
import { createPromotionForm } from './form.ts';
import { promotionList } from './list.tsx';
import { detailMessages, formMessages, listMessages } from './messages.ts';
import { PromotionFields } from './PromotionFields.tsx';
import { PromotionSheet } from './PromotionSheet.tsx';

interface Props {
  list: List<StaffPromotion>;
  detail: PromotionDetailsStore;
}

function Actions({ list, detail }: Props) {
  const [opened, setOpened] = useNewInAddress();
  const close = () => setOpened(null);
  return (
    <>
      <Button kind="solid" small onClick={() => setOpened('')}>
        {listMessages.make}
      </Button>
      {opened !== null && (
        <NewPromotion
          onClose={close}
          onMade={(id) => {
            close();
            void list.read();
            detail.open(id);
          }}
        />
      )}
    </>
  );
}

function NewPromotion({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const [form] = useState(() =>
    createPromotionForm({
      before: null,
      send: savePromotion,
      onSent: ({ promotion_id }) => onMade(promotion_id),
    }),
  );
  return (
    <SideFrame
      title={formMessages.titleNew}
      titleId="new-promotion"
      closeLabel={detailMessages.close}
      onClose={onClose}
    >
      <PromotionFields before={null} form={form} save={formMessages.make} onLeave={onClose} />
    </SideFrame>
  );
}

/**
 * On this screen (`/management/promotions`), staff see the promotion codes. When they open a code, they see the orders
 * that used it.
 */
const Promotions = createListScreen({
  list: promotionList,
  detail: createPromotionDetailsStore,
  Sheet: PromotionSheet,
  sheet: { notFound: 'promotion_not_found', words: detailMessages },
  Actions,
});

export default managed(createPromoterAccess(), listMessages.viewOff, Promotions);
