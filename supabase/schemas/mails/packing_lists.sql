-- Stores the packing lists from content, which are added to mails about bookings.

create table public.packing_lists (
  kind text primary key check (kind in ('classes', 'camps')),
  things text[] not null check (cardinality(things) <= 30),
  updated_at timestamptz not null
);
comment on table public.packing_lists is
  'What to bring to a class and to a camp, one line for each thing, for example "Closed shoes: flat soles grip best". '
  'The lines come from the page after payment in Sanity. Service only.';
comment on column public.packing_lists.updated_at is
  'The time of the document. An older document never replaces a newer one.';

alter table public.packing_lists enable row level security;
revoke all on table public.packing_lists from anon, authenticated, service_role;

create function public.publish_packing_lists(p_lists jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_kind text;
  v_changed integer;
begin
  if jsonb_typeof(p_lists) is distinct from 'object' or not pg_input_is_valid(coalesce(p_lists ->> 'updated_at', ''), 'timestamptz') then
    perform private.fail('invalid_input', 'p_lists');
  end if;
  foreach v_kind in array '{classes,camps}'::text[] loop
    if jsonb_typeof(p_lists -> v_kind) is distinct from 'array' or jsonb_array_length(p_lists -> v_kind) > 30 or exists (
      select from jsonb_array_elements(p_lists -> v_kind) t
      where jsonb_typeof(t) <> 'string' or private.is_line(t #>> '{}') is not true or length(t #>> '{}') not between 1 and 200) then
      perform private.fail('invalid_input', v_kind);
    end if;
  end loop;
  insert into public.packing_lists as l (kind, things, updated_at)
  select k, array(select jsonb_array_elements_text(p_lists -> k)), (p_lists ->> 'updated_at')::timestamptz
  from unnest('{camps,classes}'::text[]) k
  on conflict (kind) do update set things = excluded.things, updated_at = excluded.updated_at
  where excluded.updated_at >= l.updated_at and (excluded.things, excluded.updated_at) is distinct from (l.things, l.updated_at);
  get diagnostics v_changed = row_count;
  return jsonb_build_object('changed', v_changed);
end;
$$;
comment on function public.publish_packing_lists(jsonb) is
  'Saves the published packing lists. Takes {classes: [line], camps: [line], updated_at} and returns {changed}. An '
  'older document never replaces a newer one. Definer: only the service role may call it.';
grant execute on function public.publish_packing_lists(jsonb) to service_role;

create function private.attach_packing_list()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.payload := new.payload || jsonb_build_object('bring', (
    select coalesce(jsonb_object_agg(kind, to_jsonb(things)), '{}') from public.packing_lists));
  return new;
end;
$$;
comment on function private.attach_packing_list() is
  'Trigger on the outbox. A mail that says what to bring stores the current lists, because a repeated attempt must '
  'send the same mail. Definer: packing_lists has no read grant.';
create trigger pack before insert on public.outbox for each row
  when (new.template in ('booking_confirmed', 'paid_late_reseated', 'order_moved', 'session_reminder', 'free_spot'))
  execute function private.attach_packing_list();
