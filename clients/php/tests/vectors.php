<?php

declare(strict_types=1);

// Holds signer and verifier to the published vectors: php tests/vectors.php

require __DIR__ . '/../autoload.php';

use Paylink\RequestSigner;
use Paylink\WebhookVerificationException;
use Paylink\WebhookVerifier;

$checks = 0;
function same(mixed $expected, mixed $actual, string $name): void
{
    global $checks;
    $checks++;
    if ($expected !== $actual) {
        fwrite(STDERR, "$name\n  expected " . var_export($expected, true) . "\n  not " . var_export($actual, true) . "\n");
        exit(1);
    }
}

$vectors = json_decode(file_get_contents(__DIR__ . '/../../../api/vectors.json'), true, 512, JSON_THROW_ON_ERROR);

foreach ($vectors['requests'] as $v) {
    $text = RequestSigner::canonical($v['method'], $v['target'], $v['timestamp'], $v['bodyUtf8'], $v['idempotencyKey'] ?? null);
    same($v['canonical'], $text, $v['name']);
    same($v['signature'], RequestSigner::signature($v['secretKey'], $text), $v['name']);
}

foreach ($vectors['webhooks'] as $v) {
    $verifier = new WebhookVerifier($v['signingSecret'], clock: static fn (): int => (int) $v['timestamp']);
    $timed = [
        'webhook-id' => $v['eventId'],
        'webhook-timestamp' => $v['timestamp'],
        'webhook-signature' => $v['webhook-signature'],
    ];
    $plain = ['x-service-signature' => $v['x-service-signature']];
    $prefixed = ['x-service-signature-v2' => $v['x-service-signature-v2']];
    foreach ([$timed, $plain, $prefixed] as $headers) {
        same($v['eventId'], $verifier->verify($headers, $v['bodyUtf8'])['eventId'], $v['name']);
    }
}

foreach ($vectors['deliveries'] as $v) {
    $verifier = new WebhookVerifier($v['signingSecrets'], clock: static fn (): int => (int) $v['now']);
    $verdict = 'genuine';
    try {
        $verifier->verify($v['headers'], $v['bodyUtf8']);
    } catch (WebhookVerificationException $e) {
        $verdict = $e->failed();
    }
    same($v['verdict'], $verdict, $v['name']);
}

same(true, $checks > 90, 'the vectors are all there');
echo "$checks checks\n";
