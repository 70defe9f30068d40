/**
 * Makes the Back button close the topmost dialog instead of leaving the page: while a dialog is open, the history has one more
 * entry. Back removes this entry (the dialog may add it again, to ask first), and so does closing the dialog in another way.
 * Browsers skip entries added without a user gesture, so the entry is added with the next gesture. Back before that opens the
 * previous page, and typed text is saved (state/form/drafts.ts).
 */
interface EntryState {
  isForDialogs: true;
  hasAddress: boolean;
}

interface OpenDialog {
  close: () => void;
  /** Address of the page with this dialog open, for reloads and links; undefined if the dialog has none. */
  address: string | undefined;
}

/** Open dialogs, the topmost last. */
const openDialogs: OpenDialog[] = [];
/** Address of the page below the dialogs. */
let pageAddress = '';
/** True from our call of history.back() until its popstate event: the address must not change meanwhile. */
let isGoingBack = false;
let lostStepTimer: ReturnType<typeof setTimeout>;
let isUpdateDue = false;
/** True after a user gesture since the last history change. */
let hasGesture = false;
/** Navigations postponed until the step back has ended. */
const postponed: (() => void)[] = [];
/** Maximum wait for a step back, whose event can be lost (the page was frozen, or the entry was removed). */
const maxStepMs = 1_000;

const entryState = () => history.state as EntryState | null;
const isDialogEntry = () => entryState()?.isForDialogs === true;

/** Makes Back call `close` until the returned function is called. `address`: the dialog's own address, if it has one. */
export function closeOnBack(close: () => void, address?: string): () => void {
  const dialog = { close, address };
  openDialogs.push(dialog);
  updateSoon();
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1);
    updateSoon();
  };
}

/** Updates the history after the current event, because another dialog or page may follow in the same event. */
function updateSoon(): void {
  if (isUpdateDue) return;
  isUpdateDue = true;
  setTimeout(() => {
    isUpdateDue = false;
    updateHistory();
  });
}

function updateHistory(): void {
  if (isGoingBack) return;
  if (openDialogs.length > 0) {
    const address = openDialogs.flatMap((dialog) => dialog.address ?? []).at(-1);
    const state: EntryState = { isForDialogs: true, hasAddress: address !== undefined };
    if (isDialogEntry()) {
      history.replaceState(state, '', address ?? pageAddress);
    } else if (hasGesture) {
      pageAddress = location.href;
      history.pushState(state, '', address ?? '');
      hasGesture = false;
    }
  }
  if (openDialogs.length === 0 && isDialogEntry()) {
    isGoingBack = true;
    lostStepTimer = setTimeout(() => {
      history.replaceState(null, '');
      finishStepBack();
    }, maxStepMs);
    history.back();
  }
}

function finishStepBack(): void {
  clearTimeout(lostStepTimer);
  isGoingBack = false;
  for (const go of postponed.splice(0)) go();
  updateSoon();
}

/** Changes the address; a dialog's history entry becomes that of the new page. Calls `onArrival` at once or after a step back. */
export function changeAddress(href: string, { replace }: { replace: boolean }, onArrival: () => void): void {
  if (isGoingBack) {
    postponed.push(() => changeAddress(href, { replace }, onArrival));
    return;
  }
  if (replace || isDialogEntry()) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  hasGesture = false;
  onArrival();
  updateSoon();
}

export const hasModifier = ({ altKey, ctrlKey, metaKey }: MouseEvent | KeyboardEvent) => altKey || ctrlKey || metaKey;

/** Records what browsers treat as a user gesture: press of the mouse, release of a touch, a key; not Esc, not a shortcut. */
function recordGesture(event: MouseEvent | KeyboardEvent): void {
  if (!event.isTrusted) return;
  if (event instanceof KeyboardEvent) {
    if (hasModifier(event) || ['Escape', 'Alt', 'Control', 'Meta', 'Shift'].includes(event.key)) return;
  } else if (event instanceof PointerEvent && (event.pointerType === 'mouse') !== (event.type === 'pointerdown'))
    return;
  hasGesture = true;
  if (openDialogs.length > 0) updateSoon();
}

/** Starts listening; called once. Back and Forward call `onMove` if the address then is not the shown page's (`isSamePage`). */
export function startBackButton(isSamePage: () => boolean, onMove: () => void): void {
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown'] as const)
    window.addEventListener(type, recordGesture, { capture: true });
  window.addEventListener('popstate', () => {
    hasGesture = false;
    // Forward led to the entry of a closed dialog, which stays closed: leave this entry before anything reads its address.
    if (!isGoingBack && openDialogs.length === 0 && isDialogEntry()) return updateHistory();
    if (!isSamePage()) onMove();
    else if (!isGoingBack && !isDialogEntry()) openDialogs.at(-1)?.close();
    if (isGoingBack) finishStepBack();
    updateSoon();
  });
  // The page was reloaded or restored while a dialog was open: a dialog with an address opens again from the address.
  pageAddress = location.href;
  if (entryState()?.hasAddress) history.replaceState(null, '');
  updateSoon();
}
