-- Staff list the messages that were sent, and read how the mails of a message were delivered.

create function private.message_row(p_message public.messages)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object('message_id', p_message.id, 'kind', p_message.kind,
    'audience', private.audience_view(p_message.audience), 'subject', p_message.subject,
    'sent_at', private.iso(p_message.created_at), 'stopped_at', private.iso(p_message.stopped_at),
    'sent_by', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = p_message.sent_by),
    'is_gathered', p_message.gathered_at is not null or p_message.stopped_at is not null,
    -- Failed mails can be retried until they are deleted, so their counts can still change.
    'counts', '{"delivered": 0, "bounced": 0, "complained": 0}' || case when (p_message.counts ->> 'failed')::integer = 0 or p_message.settled_at < private.expiry('sent_messages')
      then p_message.counts else private.message_counts(p_message.id) end)
$$;
comment on function private.message_row(public.messages) is 'Returns StaffMessage (contract/management-messages.ts).';

create function public.list_messages(
  p_filter jsonb default '{}', p_sort text default '-created', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_where text;
  v_after public.messages;
  v_page record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter,
    '{"search": "text", "kind": ["about", "news"], "state": ["going", "stopped", "done"]}', p_sort, '{-created,created}', p_limit);
  if p_after is not null then
    select * into v_after from public.messages where id = p_after;
    if not found then perform private.fail('message_not_found', 'p_after'); end if;
  end if;
  v_where := concat_ws(' and ', 'true',
    case when p_filter ? 'kind' then format('m.kind = %L', p_filter ->> 'kind') end,
    case p_filter ->> 'state'
      when 'going' then 'm.settled_at is null'
      when 'stopped' then 'm.stopped_at is not null'
      when 'done' then 'm.settled_at is not null and m.stopped_at is null' end,
    -- There are few messages, so their texts are searched without an index.
    case when p_filter ? 'search' then
      format('(strpos(lower(m.subject), %1$L) > 0 or strpos(lower(m.body), %1$L) > 0)', lower(btrim(p_filter ->> 'search'))) end);
  v_page := private.read_page('public.messages m', v_where, 'm.created_at', p_sort like '-%', v_after.created_at::text, p_after, p_limit);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.message_row(m) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.messages m on m.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_messages(jsonb, text, uuid, integer) is
  'For admins. Returns StaffMessages (contract/management-messages.ts). p_filter is {search?, kind?, state?}. kind is '
  'about or news, and state is going, done or stopped. p_sort is -created or created. Fails with message_not_found. '
  'Definer: reads past the policies, after checking for an admin.';
grant execute on function public.list_messages(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_messages(jsonb, text, uuid, integer)', 'list_messages');

create function public.get_message(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_message public.messages;
  v_details jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_message from public.messages where id = p_id;
  if not found then perform private.fail('message_not_found', 'p_id'); end if;
  v_details := private.message_row(v_message) || jsonb_build_object('body', v_message.body,
    'counts', case when v_message.created_at < private.expiry('sent_messages') then private.message_row(v_message) -> 'counts'
      else private.message_counts(p_id) end,
    'returned', (
      select coalesce(jsonb_agg(jsonb_build_object('mail_id', g.id, 'email', g.recipient, 'state', g.state, 'reason', g.bounce_reason,
        'family_id', g.family_id, 'name', g.name, 'children', g.children, 'phone', g.phone) order by g.state, g.recipient), '[]')
      from (
        select o.id, o.recipient, private.delivery_state(o) as state, o.bounce_reason, r.family_id,
          o.payload ->> 'parent_name' as name, coalesce(o.payload -> 'children', '[]') as children, (
            select p.phone from private.chat_parents(r.family_id, r.entry_id) p
            order by p.profile_id is not distinct from r.profile_id desc limit 1) as phone
        from public.message_recipients r join public.outbox o on o.id = r.outbox_id
        where r.message_id = p_id and o.recipient <> '' and private.delivery_state(o) in ('bounced', 'complained')
        order by o.recipient limit 50) g),
    'phones', private.phone_counts(p_id),
    'failed', (
      select coalesce(jsonb_agg(jsonb_build_object('mail_id', g.id, 'email', g.recipient, 'error', g.last_error) order by g.recipient), '[]')
      from (
        select o.id, o.recipient, o.last_error from public.message_recipients r join public.outbox o on o.id = r.outbox_id
        where r.message_id = p_id and o.sent_at is null and o.failed_at is not null and o.left_out_at is null order by o.recipient limit 50) g));
  perform private.log_numbers(
    array(select (g ->> 'family_id')::uuid from jsonb_array_elements(v_details -> 'returned') g where g ->> 'phone' is not null),
    jsonb_build_object('place_ids', null, 'message_id', p_id, 'day', private.calendar_today()));
  return v_details;
end;
$$;
comment on function public.get_message(uuid) is
  'For admins. Returns MessageDetails (contract/management-messages.ts), with up to fifty failed and fifty returned '
  'mails. The phone numbers that it shows are logged. Fails with message_not_found. Definer: reads the outbox, after '
  'checking the caller.';
grant execute on function public.get_message(uuid) to authenticated;
select private.answer_calls('public.get_message(uuid)', 'messages');
