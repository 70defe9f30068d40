/**
 * The Back button closes the topmost dialog instead of leaving the page: an open dialog has a history entry of the same
 * address. Back removes it (and the dialog may restore it, to ask first); closing the dialog otherwise removes it too.
 * Browsers skip entries made without a gesture, so it is made with the next gesture. Back before that goes to the previous
 * page, and typed text is kept (state/form/drafts.ts).
 */
interface EntryState {
  isForDialogs: true;
  hasAddress: boolean;
}

interface OpenDialog {
  close: () => void;
  /** Shown while it is open, so that a reload and a link open it again. */
  address: string | undefined;
}

/** The topmost last. */
const openDialogs: OpenDialog[] = [];
/** Address of the page below the dialogs. */
let pageAddress = '';
/** An own step back is under way: the address must not change until it has arrived. */
let isSteppingBack = false;
let lostStep: ReturnType<typeof setTimeout>;
let isSettleDue = false;
/** True after a gesture since the last history change. */
let isTouched = false;
/** Navigations asked for meanwhile. */
const waiting: (() => void)[] = [];
/** A step back can be lost (the page was frozen, or the entry is gone). */
const longestStepMs = 1_000;

const entryState = () => history.state as EntryState | null;
const isDialogEntry = () => entryState()?.isForDialogs === true;

/** From now on Back calls `close` instead. The result ends it. `address`: of the dialog itself, where it has one. */
export function closeOnBack(close: () => void, address?: string): () => void {
  const dialog = { close, address };
  openDialogs.push(dialog);
  settleSoon();
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1);
    settleSoon();
  };
}

/** Settles the history after the present event: a dialog may follow another one, or a page. */
function settleSoon(): void {
  if (isSettleDue) return;
  isSettleDue = true;
  setTimeout(() => {
    isSettleDue = false;
    settleHistory();
  });
}

function settleHistory(): void {
  if (isSteppingBack) return;
  if (openDialogs.length > 0) {
    const address = openDialogs.flatMap((dialog) => dialog.address ?? []).at(-1);
    const state: EntryState = { isForDialogs: true, hasAddress: address !== undefined };
    if (isDialogEntry()) {
      history.replaceState(state, '', address ?? pageAddress);
    } else if (isTouched) {
      pageAddress = location.href;
      history.pushState(state, '', address ?? '');
      isTouched = false;
    }
  }
  if (openDialogs.length === 0 && isDialogEntry()) {
    isSteppingBack = true;
    lostStep = setTimeout(() => {
      history.replaceState(null, '');
      arriveBack();
    }, longestStepMs);
    history.back();
  }
}

function arriveBack(): void {
  clearTimeout(lostStep);
  isSteppingBack = false;
  for (const go of waiting.splice(0)) go();
  settleSoon();
}

/** Changes the address; a dialog's entry becomes the new page's. `onArrival` may be called later, after a step back. */
export function changeAddress(href: string, { replace }: { replace: boolean }, onArrival: () => void): void {
  if (isSteppingBack) {
    waiting.push(() => changeAddress(href, { replace }, onArrival));
    return;
  }
  if (replace || isDialogEntry()) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  isTouched = false;
  onArrival();
  settleSoon();
}

export const hasModifier = ({ altKey, ctrlKey, metaKey }: MouseEvent | KeyboardEvent) => altKey || ctrlKey || metaKey;

/** Only what browsers take for a gesture: a finger counts when it is lifted, Esc and the shortcut for Back not at all. */
function touch(event: MouseEvent | KeyboardEvent): void {
  if (!event.isTrusted) return;
  if (event instanceof KeyboardEvent) {
    if (hasModifier(event) || ['Escape', 'Alt', 'Control', 'Meta', 'Shift'].includes(event.key)) return;
  } else if (event instanceof PointerEvent && (event.pointerType === 'mouse') !== (event.type === 'pointerdown'))
    return;
  isTouched = true;
  if (openDialogs.length > 0) settleSoon();
}

/** Called once. `onMove` runs at a Back or Forward that is no dialog's; `isHere`: the address is still the page's. */
export function startBackButton(isHere: () => boolean, onMove: () => void): void {
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown'] as const)
    window.addEventListener(type, touch, { capture: true });
  window.addEventListener('popstate', () => {
    isTouched = false;
    if (!isHere()) onMove();
    else if (!isSteppingBack && !isDialogEntry()) openDialogs.at(-1)?.close();
    if (isSteppingBack) arriveBack();
    settleSoon();
  });
  // Reloaded, or come back to, while a dialog was open: one with an address opens again from it.
  pageAddress = location.href;
  if (entryState()?.hasAddress) history.replaceState(null, '');
  settleSoon();
}
