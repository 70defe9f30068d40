import { Smile } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { insertPiece } from '../../ui/characters.ts';
import { Input } from '../../ui/Input.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { EmojiPicker } from './EmojiPicker.tsx';
import styles from './MessageTexts.module.css';

type TextName = 'title' | 'message';

const maxOf: Record<TextName, number> = { title: limits.message.titleLength, message: limits.message.textLength };

export interface MessageTextsProps {
  title: string;
  message: string;
  /** Of the message. */
  error: string | undefined;
  onChange: (changes: { title?: string; message?: string }) => void;
}

/** Title and message with their counters; an emoji goes where the caret stands. */
export function MessageTexts({ title, message, error, onChange }: MessageTextsProps) {
  const titleBox = useRef<HTMLInputElement>(null);
  const messageBox = useRef<HTMLTextAreaElement>(null);
  const boxes: Record<TextName, RefObject<HTMLInputElement | HTMLTextAreaElement | null>> = {
    title: titleBox,
    message: messageBox,
  };
  const [picking, setPicking] = useState<TextName>();
  const [note, setNote] = useState('');
  const caret = useRef<{ name: TextName; at: number } | undefined>(undefined);

  useLayoutEffect(() => {
    if (!caret.current) return;
    const { name, at } = caret.current;
    caret.current = undefined;
    boxes[name].current?.setSelectionRange(at, at);
  });

  function insert(emoji: string): void {
    const box = picking && boxes[picking].current;
    if (!box) return;
    const edit = insertPiece(
      box.value,
      emoji,
      box.selectionStart ?? box.value.length,
      box.selectionEnd ?? box.value.length,
      maxOf[picking],
    );
    setNote(edit ? '' : 'Não cabe mais nenhum caractere.');
    if (!edit) return;
    caret.current = { name: picking, at: edit.caret };
    onChange({ [picking]: edit.text });
  }

  const field = (name: TextName, label: string) => ({
    aside: (
      <span className={styles.emojis}>
        <Button
          size="sm"
          variant="ghost"
          icon={<Smile aria-hidden="true" />}
          aria-expanded={picking === name}
          aria-label={`Emojis para ${label}`}
          onClick={() => {
            setNote('');
            setPicking(picking === name ? undefined : name);
          }}
        >
          Emojis
        </Button>
      </span>
    ),
    maxCharacters: maxOf[name],
    onChange: (text: string) => {
      setNote('');
      onChange({ [name]: text });
    },
  });

  const picker = (
    <div className={styles.picker}>
      <EmojiPicker
        onPick={insert}
        onClose={() => {
          boxes[picking ?? 'message'].current?.focus();
          setPicking(undefined);
        }}
      />
      <p role="status" className={styles.note}>
        {note}
      </p>
    </div>
  );

  return (
    <>
      <div>
        <Input
          ref={titleBox}
          label="Título (opcional)"
          {...field('title', 'o título')}
          value={title}
          placeholder="Ex.: Aviso"
          autoComplete="off"
          autoFocus
        />
        {picking === 'title' && picker}
      </div>
      <div>
        <Textarea
          ref={messageBox}
          label="Mensagem"
          required
          rows={3}
          {...field('message', 'a mensagem')}
          value={message}
          error={error}
          placeholder="Ex.: Vacinação contra a gripe até sexta-feira, na recepção"
          onKeyDown={(event) => {
            // One line on the screen: a break would say more than it does.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
          }}
        />
        {picking === 'message' && picker}
      </div>
    </>
  );
}
