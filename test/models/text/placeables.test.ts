import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findPlaceables } from '../../../models/text/placeables.js';
import { spanText } from '../../../models/text/span.js';

function found(text: string): string[] {
  return findPlaceables(text).map(({ span, kind }) => `${kind} ${spanText(text, span)}`);
}

describe('placeables', () => {
  it('finds numbers in every writing, without their signs', () => {
    assert.deepEqual(
      found('1,250.50 or 1.250,50 or 1\u00a0250,50 or 1\u202f250\u202f000 or 12 000 or 1’250'),
      [
        'number 1,250.50',
        'number 1.250,50',
        'number 1\u00a0250,50',
        'number 1\u202f250\u202f000',
        'number 12 000',
        'number 1’250',
      ],
    );
    assert.deepEqual(found('50 %, 50%, −3, €20, 5-10, 12. März.'), [
      'number 50',
      'number 50',
      'number 3',
      'number 20',
      'number 5',
      'number 10',
      'number 12',
    ]);
    assert.deepEqual(
      found('On 2025-03-12 at 12:30, 2025-03-12T10:00:00+02:00, 12/03/2025, v1.2.3, 1.2.3, 0xFF.'),
      [
        'number 2025-03-12',
        'number 12:30',
        'number 2025-03-12T10:00:00+02:00',
        'number 12/03/2025',
        'number v1.2.3',
        'number 1.2.3',
        'number 0xFF',
      ],
    );
    assert.deepEqual(found('in 2005 200 people, 3D, 10km, H2O, 1.2.3a, v8'), ['number 2005', 'number 200']);
  });

  it('finds addresses', () => {
    assert.deepEqual(
      found('See https://example.com/a_(b)?x=1. Or (http://foo.org), www.foo.de! foo.com/x, <https://a.b>'),
      [
        'url https://example.com/a_(b)?x=1',
        'url http://foo.org',
        'url www.foo.de',
        'url foo.com/x',
        'url https://a.b',
      ],
    );
    assert.deepEqual(found('Mail a.b+c@foo.co.uk. Or x@y, @z, <me@host.org>.'), [
      'email a.b+c@foo.co.uk',
      'email me@host.org',
    ]);
  });

  it('finds code, tags and placeholders', () => {
    assert.deepEqual(
      found('`a b` ``a ` b`` a ` b <b class="x>y">bold</b><br/> a < b > c <!-- note --> &nbsp; A&B;'),
      [
        'code `a b`',
        'code ``a ` b``',
        'tag <b class="x>y">',
        'tag </b>',
        'tag <br/>',
        'tag <!-- note -->',
        'tag &nbsp;',
      ],
    );
    assert.deepEqual(
      found(
        '{name} {0} {0:N2} %s %d, %1$s $HOME {{ x }} {n, number} %PRODUCTNAME %(n)s %{id} $[x]' + ` $\{HOME}`,
      ),
      [
        '{name}',
        '{0}',
        '{0:N2}',
        '%s',
        '%d',
        '%1$s',
        '$HOME',
        '{{ x }}',
        '{n, number}',
        '%PRODUCTNAME',
        '%(n)s',
        '%{id}',
        '$[x]',
        `$\{HOME}`,
      ].map((text) => `placeholder ${text}`),
    );
    assert.deepEqual(found('100% sure, 5 % des, { a b c d }, {a; b}, $x'), ['number 100', 'number 5']);
  });

  it('finds paths and keys', () => {
    assert.deepEqual(
      found('Open /usr/bin/env, ./src/a.ts, C:\\Windows\\x.dll, ~/x or config.json; and/or km/h.'),
      ['path /usr/bin/env', 'path ./src/a.ts', 'path C:\\Windows\\x.dll', 'path ~/x', 'path config.json'],
    );
    assert.deepEqual(found('Press Ctrl+Shift+P, Strg + C, ⌘C or Alt+F4. Shift it, A+B.'), [
      'key Ctrl+Shift+P',
      'key Strg + C',
      'key ⌘C',
      'key Alt+F4',
    ]);
  });

  it('returns spans in order, without overlap, not empty and not blank at their edges', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom(
        ...'` `` < > & ; % { } $ 1 2025- , . : / \\ @ a.b http:// www. Ctrl+ é v x. ( ) " = T Z'.split(' '),
      ),
      fc.constant(' '),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        let at = 0;
        for (const { span } of findPlaceables(text)) {
          assert.ok(span.start >= at && span.end > span.start && span.end <= text.length);
          assert.equal(spanText(text, span).trim(), spanText(text, span));
          at = span.end;
        }
      }),
    );
  });

  it('is linear on hostile text', () => {
    const units =
      '` ~` ``~<a ~<a ="~<!--~&a~{~{{~{a, ~${~%1~%(~1~1.~1,000~1 000~1-1~2025-~a@~a.~.~/a~\\~http://(~www.~Ctrl+~(~é~0x~v1.~a.b@c.d-~1:~1.1.1a.'.split(
        '~',
      );
    for (const unit of units) {
      const repeated = unit.repeat(Math.floor(2e5 / unit.length));
      findPlaceables(repeated);
      findPlaceables(`${repeated}x`);
    }
  });
});
