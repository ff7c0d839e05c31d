-- Mails about an order have links with which their recipient manages it or pays (order_links.sql).

create function private.manage_link(p_order_id uuid, p_recipient text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_order_id is null then return '{}'; end if;
  return jsonb_build_object('manage_token', private.make_order_link(p_order_id, 'manage', p_recipient));
end;
$$;
comment on function private.manage_link(uuid, text) is
  'Returns {manage_token}, with which the recipient of a mail manages an order, or {} if there is no order.';

create function private.mail_links(p_template text, p_order_id uuid, p_recipient text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  return case
    when p_template = 'paid_late_choice' or p_template in ('order_link', 'order_moved') and exists (
      select from public.orders where id = p_order_id and outcome = 'needs_choice') then
      jsonb_build_object('choice_token', private.make_order_link(p_order_id, 'late_choice', p_recipient))
    when p_order_id is not null and p_template = any ('{booking_confirmed,paid_late_reseated,order_moved,order_link,renewal_paid,
      session_reminder,pass_expiring,payment_problem,class_cancelled,renewal_changed,pass_changed,instalment_due,instalment_paid,camp_day_changed}'::text[]) then
      private.manage_link(p_order_id, p_recipient) || case when p_template = 'instalment_due' then
        jsonb_build_object('pay_token', private.make_order_link(p_order_id, 'payment', p_recipient)) else '{}' end
    when p_order_id is not null and p_template = 'free_spot' then
      jsonb_build_object('manage_token', private.make_order_link(p_order_id, 'child_details', p_recipient))
    -- If a move was not paid, the link opens the original booking, which did not change.
    when p_template = 'payment_failed' then private.manage_link((select o.order_id from public.order_lines l
      join public.order_lines o on o.id = l.moves_line_id where l.order_id = p_order_id limit 1), p_recipient)
    else '{}' end;
end;
$$;
comment on function private.mail_links(text, uuid, text) is
  'Returns new links for p_recipient: some of manage_token, choice_token (while a part waits for a choice), pay_token.';

create function private.place_links(p_places jsonb, p_recipient text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_places is null then return '{}'; end if;
  return jsonb_build_object('manage_tokens', coalesce((
    select jsonb_object_agg(o.number, private.make_order_link(o.id, 'manage', p_recipient))
    from public.orders o where o.number in (select value ->> 'order_number' from jsonb_array_elements(p_places))), '{}'));
end;
$$;
comment on function private.place_links(jsonb, text) is
  'Returns {manage_tokens: {order number: token}} for a mail to p_recipient about places of several orders. Returns {} '
  'if p_places is null.';
