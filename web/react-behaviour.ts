/**
 * Makes Preact, which the build puts in React's place, do five things that our components expect of React:
 *   - a field shows its `value` or `checked` again when its handler does not accept a change;
 *   - `autoFocus` moves the focus whenever a control appears, not only once per document;
 *   - `spellCheck={false}` is written to the element;
 *   - a removed image or video reports no errors;
 *   - effects run before the next event, so that no key or click meets the listeners of the previous state.
 */
import { options, type VNode } from 'preact';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
interface ControlProps {
  value?: unknown;
  checked?: boolean;
  autoFocus?: boolean;
  spellCheck?: boolean;
  spellcheck?: boolean;
  onError?: (event: Event) => void;
}

/** The properties of each control at its last rendering. */
const lastProps = new WeakMap<Element, ControlProps>();
const autoFocused = new WeakSet<Element>();

function prepareElement(vnode: VNode<ControlProps>): void {
  const { props } = vnode;
  if (props.spellCheck !== undefined) {
    props.spellcheck = props.spellCheck;
    delete props.spellCheck;
  }
  const { onError } = props;
  if (onError) props.onError = (event) => (event.currentTarget as Element).isConnected && onError(event);
  if (!props.autoFocus) return;
  delete props.autoFocus;
  const { ref } = vnode;
  vnode.ref = (element: HTMLElement | null) => {
    // References are set when the element is in the document, before any effect runs.
    if (element && !autoFocused.has(element)) {
      autoFocused.add(element);
      element.focus();
    }
    if (typeof ref === 'function') return ref(element);
    if (ref) ref.current = element;
  };
}

/** Sets the value or check mark of the last rendering again. */
function restore(control: Control): void {
  const props = lastProps.get(control);
  if (!props) return;
  if ('checked' in control && props.checked !== undefined) control.checked = props.checked;
  else if (props.value != null && control.value !== String(props.value)) control.value = String(props.value);
}

function restoreAfterRendering(control: Control): void {
  // A click on a radio button also unchecks another button of its group: restore the whole group.
  const group = control.type === 'radio' ? document.getElementsByName(control.name) : [control];
  // The handler, which runs next, schedules the rendering as a microtask, which runs between the two microtasks queued here.
  queueMicrotask(() => queueMicrotask(() => group.forEach((each) => restore(each as Control))));
}

const { vnode: onVNode, diffed: onDiffed, event: onEvent } = options;

options.vnode = (vnode) => {
  if (typeof vnode.type === 'string') prepareElement(vnode as VNode<ControlProps>);
  onVNode?.(vnode);
};

options.diffed = (vnode) => {
  const { type, props } = vnode;
  // `__e` is the element. Preact guarantees this name only to its own packages; if the name changes, the first field throws.
  if (type === 'input' || type === 'select' || type === 'textarea')
    lastProps.set((vnode as { __e?: Element }).__e!, props as ControlProps);
  onDiffed?.(vnode);
};

options.event = (event) => {
  if (event.type === 'input' || event.type === 'change' || event.type === 'click') {
    if (lastProps.has(event.currentTarget as Element)) restoreAfterRendering(event.currentTarget as Control);
  }
  return onEvent ? onEvent(event) : event;
};

options.requestAnimationFrame = queueMicrotask;
