import { Smile } from 'lucide-react';
import { useRef } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { EmojiPicker } from './EmojiPicker.tsx';
import styles from './MessageTexts.module.css';
import { useEmojiInsert } from './use-emoji-insert.ts';
import { Text } from '../../ui/layout/primitives.tsx';

type TextName = 'title' | 'message';

const maxOf: Record<TextName, number> = { title: limits.message.titleLength, message: limits.message.textLength };

interface MessageTextsProps {
  title: string;
  message: string;
  error: string | undefined;
  onChange: (changes: { title?: string; message?: string }) => void;
}

/** Shows the form fields for title and message with their counters. Emoji are inserted at the caret. */
export function MessageTexts({ title, message, error, onChange }: MessageTextsProps) {
  const titleBox = useRef<HTMLInputElement>(null);
  const messageBox = useRef<HTMLTextAreaElement>(null);
  const emoji = useEmojiInsert<TextName>({ title: titleBox, message: messageBox }, maxOf, (name, text) =>
    onChange({ [name]: text }),
  );

  const field = (name: TextName, label: string) => ({
    aside: (
      <span className={styles.emojis}>
        <Button
          size="sm"
          variant="ghost"
          icon={<Smile />}
          aria-expanded={emoji.picking === name}
          aria-label={`Emojis para ${label}`}
          onClick={() => emoji.toggle(name)}
        >
          Emojis
        </Button>
      </span>
    ),
    maxCharacters: maxOf[name],
    onChange: (text: string) => {
      emoji.clearNote();
      onChange({ [name]: text });
    },
  });

  const picker = (
    <Text as="div" marginTop={2}>
      <EmojiPicker onPick={emoji.insert} onClose={emoji.close} />
      <Text as="p" tone="danger" size="xs" role="status" className={styles.note}>
        {emoji.note}
      </Text>
    </Text>
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
        {emoji.picking === 'title' && picker}
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
            // Screens show the message in one line: line breaks would have no effect.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
          }}
        />
        {emoji.picking === 'message' && picker}
      </div>
    </>
  );
}
