-- Triggers that copy the early-bird rung and the rebate of a line to its hold on a camp.

create function private.mark_hold()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  select rung_id, sibling_rebate into new.rung_id, new.sibling_rebate
  from public.order_lines where id = new.order_line_id and camp_id is not null;
  new.sibling_rebate := coalesce(new.sibling_rebate, false);
  return new;
end;
$$;
comment on function private.mark_hold() is
  'Trigger on holds: copies the early-bird rung and the rebate from the line to a camp''s hold, even if the function '
  'that writes the hold left them out.';
create trigger mark_hold before insert on public.holds
  for each row when (new.camp_id is not null and new.rung_id is null) execute function private.mark_hold();

create function private.follow_line()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update public.holds set rung_id = new.rung_id, sibling_rebate = new.sibling_rebate where order_line_id = new.id;
  return null;
end;
$$;
comment on function private.follow_line() is
  'Trigger on order_lines: copies a changed early-bird rung or rebate to the line''s hold.';
create trigger follow_line after update of rung_id, sibling_rebate on public.order_lines
  for each row when (
    old.rung_id is distinct from new.rung_id or old.sibling_rebate is distinct from new.sibling_rebate)
  execute function private.follow_line();
