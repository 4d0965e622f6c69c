import { describe, expect, test } from 'vitest';
import { codes, names, section, text } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { parseCode } from './parse-code.ts';

async function parse(content: string, path = 'src/Saw.cs'): Promise<ParsedDocument> {
  return parseCode({ path, format: 'code', content, hash: '' });
}

/** Returns the code of the section of a method with this comment. */
async function methodWith(...comment: string[]): Promise<ParsedDocument> {
  const lines = comment.map((line) => `    /// ${line}`).join('\n');
  return parse(
    `namespace Acme;\npublic class Saw {\n${lines}\n    public void Cut(int depth) { }\n}\n`,
  );
}

const source = `// Copyright Acme
using System;

namespace Acme.Saws;

/// <summary>Cuts boards.</summary>
[DebuggerDisplay("{Name}")]
public sealed partial class Saw<T> : ISaw
    where T : Board
{
    #region Fields
    private int teeth;
    /// <summary>The most teeth.</summary>
    public const int MaxTeeth = 80;
    public static readonly Saw<T> Empty = new Saw<T>();
    #endregion

    /// <summary>Creates a saw.</summary>
    /// <param name="name">The name of the saw.</param>
    public Saw(string name = null!) : base(name) { }

    /// <summary>The name.</summary>
#pragma warning disable CS8618
    public string Name { get; private set; } = null!;
    public int Length => 3;
    internal int Secret { get; set; }
    private protected int Hidden { get; set; }
    /// <summary>Returns a tooth.</summary>
    public Tooth this[int at] { get { return null; } protected set { } }
    public event EventHandler? Dull { add { } remove { } }

    /// <summary>Cuts.</summary>
    /// <returns>The pieces.</returns>
    [Obsolete("Use CutAsync")]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public async Task<int> Cut<TBoard>([NotNull] TBoard board, int depth = 1)
        where TBoard : T
    {
        return await Go();
    }

    /// <inheritdoc />
    public override string ToString() => "";
    void ISaw.Stop() { }
    protected virtual void OnDull(EventArgs e) { }
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Old() { }
    public static Saw<T> operator +(Saw<T> a, Saw<T> b) => a;
    public static implicit operator int(Saw<T> saw) => 1;

    /// <summary>A kind of saw.</summary>
    [Flags]
    public enum Kind
    {
        /// <summary>For the hand.</summary>
        Hand = 1,
        Band,
    }
}

/// <summary>A board.</summary>
/// <param name="Length">In meters.</param>
public record Board(int Length);

internal class Motor { }
`;

describe('C#', () => {
  test('names types by their namespace, with members under their type', async () => {
    const document = await parse(source);
    expect(document.title).toBe('Acme.Saws');
    expect(names(document)).toEqual([
      'Saw<T>',
      'Saw<T>.Saw',
      'Saw<T>.Cut<TBoard>',
      'Saw<T>.Kind',
      'Board',
    ]);
  });

  test('lists what users can call, without bodies, values and attributes', async () => {
    const [saw] = codes(section(await parse(source), 'Saw<T>'));
    expect(saw!.code).toBe(`public sealed class Saw<T> : ISaw
    where T : Board {
    // The most teeth.
    public const int MaxTeeth = 80;
    public static readonly Saw<T> Empty;
    // Creates a saw.
    public Saw(string name = null);
    // The name.
    public string Name { get; }
    public int Length { get; }
    // Returns a tooth.
    public Tooth this[int at] { get; protected set; }
    public event EventHandler? Dull;
    // Cuts.
    [Obsolete("Use CutAsync")]
    public Task<int> Cut<TBoard>(TBoard board, int depth = 1)
        where TBoard : T;
    public override string ToString();
    protected virtual void OnDull(EventArgs e);
    public static Saw<T> operator +(Saw<T> a, Saw<T> b);
    public static implicit operator int(Saw<T> saw);
    // A kind of saw.
    [Flags]
    public enum Kind;
}`);
  });

  test('shows the values of an enumeration, and a record by its parameters', async () => {
    const document = await parse(source);
    expect(codes(section(document, 'Saw<T>.Kind'))[0]!.code).toBe(
      '[Flags]\npublic enum Kind {\n    // For the hand.\n    Hand = 1,\n    Band,\n}',
    );
    const board = section(document, 'Board');
    expect(text(board)).toContain('A board.\n\nParameters:\n\n- `Length`: In meters.');
    expect(codes(board)[0]!.code).toBe('public record Board(int Length)');
  });

  test('shows the methods of an interface, which are public without a modifier', async () => {
    const document = await parse(
      'namespace Acme { namespace Saws {\n/// <summary>Saws.</summary>\npublic interface ISaw : IDisposable {\n    int Teeth { get; }\n    /// <summary>Stops.</summary>\n    void Stop();\n}\n} }\n',
    );
    expect(document.title).toBe('Acme.Saws');
    expect(codes(section(document, 'ISaw'))[0]!.code).toBe(
      'public interface ISaw : IDisposable {\n    int Teeth { get; }\n    // Stops.\n    void Stop();\n}',
    );
  });

  test('shows the public methods of a part of a class whose other file says that it is public', async () => {
    const part = (modifiers: string): Promise<ParsedDocument> =>
      parse(`namespace Acme {
  ${modifiers} class SawExtensions {
    /// <summary>Oils all saws.</summary>
    public static void Oil(this Saws saws) { }
    /// <summary>Finds dry saws.</summary>
    static void Find(Saws saws) { }
    static partial void OnOil();
  }
}
`);
    const [code] = codes(section(await part('static partial'), 'SawExtensions'));
    expect(code!.code).toBe(`static class SawExtensions {
    // Oils all saws.
    public static void Oil(this Saws saws);
}`);
    expect(names(await part('static'))).toEqual([]);
    expect(names(await parse('public partial class Saw { private int teeth; }'))).toEqual([]);
    expect(names(await part('internal static partial'))).toEqual([]);
  });

  test('reads the first branch of a condition, with the comment above it', async () => {
    const document = await parse(`#if NET
namespace Acme;
/// <summary>Cuts.</summary>
public class Saw : ISaw
#if FAST
    , IFast
#endif
{
    /// <summary>Cuts a board of a length that is given in meters.</summary>
    /// <param name="length">In meters.</param>
#if SPAN
    public void Cut(ReadOnlySpan<int> length) { }
#else
    public void Cut(int[] length) { }
#endif
}
#endif
`);
    expect(document.title).toBe('Acme');
    expect(codes(section(document, 'Saw'))[0]!.code).toMatch(
      /^public class Saw : ISaw\n {4}, IFast \{\n/,
    );
    expect(codes(section(document, 'Saw.Cut'))[0]!.code).toBe(
      'public void Cut(ReadOnlySpan<int> length)',
    );
  });

  test.each([
    'Saw.Tests/SawTests.cs',
    'Acme.Saw.UnitTests/Cut.cs',
    'bench/Saw.Benchmarks/Cut.cs',
    'src/CutSpecs.cs',
    'src/Form.Designer.cs',
  ])('%s is left out', async (path) => {
    expect((await parse(source, path)).sections).toEqual([]);
  });

  test('src/Acme.Testing/Latest.cs is read', async () => {
    expect(names(await parse(source, 'src/Acme.Testing/Latest.cs'))).toContain('Board');
  });
});

describe('XML comments', () => {
  test('become text with lists of parameters, results and exceptions', async () => {
    const cut = section(
      await methodWith(
        '<summary>',
        '    Cuts to <paramref name="depth"/>, with a <see cref="T:Acme.Blade`1"/> or <see cref="List{T}"/>,',
        '    unless <c>x &lt; 0</c> or <see langword="null"/>.',
        '</summary>',
        '<typeparam name="T">The type.</typeparam>',
        '<param name="depth">How deep,',
        '    in <b>meters</b>.</param>',
        '<returns>The pieces of <see cref="M:Acme.Saws.Saw.Cut(System.Int32)"/>.</returns>',
        '<exception cref="T:System.ArgumentException"><paramref name="depth"/> is wrong.</exception>',
        '<remarks><para>First.</para><para>Second: <see href="https://acme.org">here</see>.</para></remarks>',
        '<seealso cref="Stop"/>',
        '<filterpriority>2</filterpriority>',
      ),
      'Saw.Cut',
    );
    expect(text(cut).trim()).toBe(`Cuts to \`depth\`, with a \`Blade\` or \`List<T>\`,
unless \`x < 0\` or \`null\`.

First.

Second: [here](https://acme.org).

Type parameters:

- \`T\`: The type.

Parameters:

- \`depth\`: How deep, in **meters**.

Returns: The pieces of \`Saw.Cut(Int32)\`.

Throws:

- \`ArgumentException\`: \`depth\` is wrong.

See: \`Stop\``);
  });

  test('become lists', async () => {
    const cut = section(
      await methodWith(
        '<summary>Cuts:',
        '<list type="bullet">',
        '  <item><term>Fast</term><description>With power.</description></item>',
        '  <item>',
        '    <description>Slow.</description>',
        '  </item>',
        '</list>',
        'and that is all that one can do with it, one may think, or rather with them.</summary>',
      ),
      'Saw.Cut',
    );
    expect(text(cut)).toContain('Cuts:\n\n- Fast: With power.\n- Slow.\n\nand that is all');
  });

  test('show examples as code, with the sign for less, without the sign of data', async () => {
    const cut = section(
      await methodWith(
        '<summary>Cuts.</summary>',
        '<example>',
        'For example:',
        '<code lang="C#">',
        'if (a &lt; b)',
        '{',
        '    saw.Cut(1);',
        '}',
        '</code>',
        '</example>',
        '<example><code><![CDATA[',
        'List<int> all;',
        ']]></code></example>',
        '<example>',
        'Log.Cut("{@Board}");',
        '</example>',
      ),
      'Saw.Cut',
    );
    expect(codes(cut)).toEqual([
      { kind: 'code', language: 'csharp', code: 'public void Cut(int depth)' },
      { kind: 'code', language: 'csharp', code: 'if (a < b)\n{\n    saw.Cut(1);\n}' },
      { kind: 'code', language: 'csharp', code: 'List<int> all;' },
      { kind: 'code', language: 'csharp', code: 'Log.Cut("{@Board}");' },
    ]);
    expect(text(cut)).toContain('For example:');
  });

  test('an element that another tag closes ends before the next one', async () => {
    const cut = section(
      await methodWith(
        '<summary>Cuts.</summary>',
        '<typeparam name="T">The type.</param>',
        '<param name="depth">The depth.</param>',
      ),
      'Saw.Cut',
    );
    expect(text(cut)).toContain('- `T`: The type.\n\nParameters:\n\n- `depth`: The depth.');
  });

  test('text without elements is the description', async () => {
    const cut = section(await methodWith(`Cuts ${'a board '.repeat(20)}in two.`), 'Saw.Cut');
    expect(text(cut)).toMatch(/^Cuts a board .* in two\.$/m);
  });
});

describe('overloads with comments', () => {
  const overloads = (...members: string[]): Promise<ParsedDocument> =>
    parse(`namespace Acme;\npublic static class Log {\n${members.join('\n')}\n}\n`);
  const message = '/// <param name="message">The message to write.</param>';
  const plain = `
    /// <summary>Writes an event with the level Debug.</summary>
    ${message}
    /// <code>
    /// Log.Debug("Start");
    /// </code>
    public static void Debug(string message) { }`;
  const generic = `
    /// <summary>Writes an event with the level Debug.</summary>
    ${message}
    /// <param name="value">The value in the message.</param>
    /// <code>
    /// Log.Debug("Start {At}", now);
    /// </code>
    public static void Debug<T>(string message, T value) { }`;
  const failed = `
    /// <summary>Writes an event with the level Debug and an exception.</summary>
    /// <param name="exception">The exception of the event.</param>
    ${message}
    /// <param name="value">The value in the message.</param>
    /// <code>
    /// Log.Debug("Start {At}", now);
    /// </code>
    public static void Debug<T>(Exception? exception, string message, T value) { }`;

  test('that say the same are one section with the longest comment, all signatures and each example', async () => {
    const document = await overloads(plain, generic, failed);
    expect(names(document)).toEqual(['Log', 'Log.Debug']);
    const debug = section(document, 'Log.Debug');
    expect(text(debug)).toContain('and an exception');
    expect(text(debug)).toContain('`value`: The value in the message.');
    expect(codes(debug).map(({ code }) => code)).toEqual([
      `public static void Debug(string message);
public static void Debug<T>(string message, T value);
public static void Debug<T>(Exception? exception, string message, T value)`,
      'Log.Debug("Start {At}", now);',
      'Log.Debug("Start");',
    ]);
  });

  test('that say different things are sections of their own', async () => {
    const other = `
    /// <summary>Returns whether anybody reads events of this level, so that a caller need not collect what it costs much to know.</summary>
    public static bool Debug() { }`;
    const document = await overloads(plain, other, generic);
    expect(names(document)).toEqual(['Log', 'Log.Debug', 'Log.Debug', 'Log.Debug<T>']);
  });
});
