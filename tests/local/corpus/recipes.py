"""Recipes in the formats of blogs and magazines, next to the card of an author and other recipes."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.local.corpus.cases import AUTHOR_CARD, BASE, COMMENTS, RELATED, SITE_DATA, Case, page

# title, ingredients, steps, preparation, cooking and total minutes, yield, author, rating, cuisine, category, calories
DISHES = [
    (
        "Lentil soup",
        ["250 g red lentils", "1 onion", "1 l stock"],
        ["Chop the onion.", "Cook everything for 30 minutes."],
        15,
        40,
        55,
        "4 servings",
        "Ana Silva",
        4.7,
        "Turkish",
        "Soup",
        "320 kcal",
    ),
    (
        "Banana bread",
        ["3 bananas", "200 g flour", "2 eggs", "1 tsp baking soda"],
        ["Mash the bananas.", "Mix in the rest.", "Bake it."],
        10,
        60,
        70,
        "8 slices",
        "Kim Park",
        4.2,
        "American",
        "Cake",
        "240 kcal",
    ),
    (
        "Green curry",
        ["2 tbsp curry paste", "400 ml coconut milk", "300 g chicken"],
        ["Fry the paste.", "Add milk and chicken.", "Simmer."],
        20,
        70,
        90,
        "3 servings",
        "Noi S.",
        5.0,
        "Thai",
        "Main course",
        "510 kcal",
    ),
    (
        "Tomato salad",
        ["500 g tomatoes", "1 red onion", "2 tbsp olive oil"],
        ["Slice the tomatoes.", "Dress them."],
        10,
        0,
        10,
        "2 servings",
        "Luca Verdi",
        3.5,
        "Italian",
        "Salad",
        "120 kcal",
    ),
]
SCHEMA = {
    "title": "string",
    "ingredients": "string",
    "instructions": "string",
    "total_time": "number",
    "yields": "string",
    "author": "string",
    "rating": "number",
    "image": "string",
    "language": "string",
    "site_name": "string",
    "canonical_url": "string",
    "calories": "string",
    "cuisine": "string",
    "category": "string",
}
Dish = tuple[str, list[str], list[str], int, int, int, str, str, float, str, str, str]
HEAD = '<link rel="canonical" href="/r/{n}"><meta property="og:site_name" content="Plate Notes"><meta property="og:image" content="/dish.jpg"><meta property="og:title" content="{title} - Plate Notes">'


def recipes() -> Iterator[Case]:
    for number, dish in enumerate(DISHES):
        for template in (linked, graph, micro, rdfa, classes, plugin, prose, spanish, article_only):
            body, head, missing, lang = template(dish)
            title, ingredients, steps, _, _, total, yields, author, rating, cuisine, category, calories = dish
            truth = (
                title, ", ".join(ingredients), " ".join(steps), total, yields, author, rating, f"{BASE}/dish.jpg", lang,
                "Plate Notes", f"{BASE}/r/{number}", calories, cuisine, category,
            )  # fmt: skip
            row = {name: None if name in missing else value for name, value in zip(SCHEMA, truth, strict=True)}
            html = page(
                AUTHOR_CARD + body + RELATED + COMMENTS, title=title, lang=lang,
                head=HEAD.format(n=number, title=title) + SITE_DATA + head,
            )  # fmt: skip
            yield Case(f"recipe-{template.__name__}-{number}", "recipe", html, "Extract the recipe", SCHEMA, [row])


Made = tuple[str, str, set[str], str]


def _iso(minutes: int) -> str:
    return f"PT{minutes // 60}H{minutes % 60}M" if minutes >= 60 else f"PT{minutes}M"


def _spoken(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return " ".join(
        part for part in (f"{hours} hr" if hours else "", f"{rest} mins" if rest or not hours else "") if part
    )


def _data(dish: Dish) -> dict[str, object]:
    title, ingredients, steps, prep, cook, total, yields, author, rating, cuisine, category, calories = dish
    return {
        "@type": "Recipe",
        "name": title,
        "image": ["/dish.jpg", "/dish-4x3.jpg"],
        "author": {"@type": "Person", "name": author, "url": "/about"},
        "recipeYield": [yields.split()[0], yields],
        "prepTime": _iso(prep),
        "cookTime": _iso(cook),
        "totalTime": _iso(total),
        "recipeIngredient": ingredients,
        "recipeInstructions": [
            {"@type": "HowToStep", "name": step[:5], "text": step, "url": f"#step{n}"} for n, step in enumerate(steps)
        ],
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": str(rating), "ratingCount": "19"},
        "recipeCuisine": [cuisine],
        "recipeCategory": [category],
        "nutrition": {"@type": "NutritionInformation", "calories": calories, "servingSize": "1 bowl"},
        "review": [{"@type": "Review", "author": {"name": "Zed"}, "reviewRating": {"ratingValue": "1"}}],
        "video": {"@type": "VideoObject", "name": "Watch it", "duration": "PT1M", "thumbnailUrl": "/v.jpg"},
    }


def linked(dish: Dish) -> Made:
    script = f'<script type="application/ld+json">[{json.dumps({"@type": ["Recipe", "NewsArticle"], **{k: v for k, v in _data(dish).items() if k != "@type"}})}]</script>'
    return f"<h1>{dish[0]}</h1><p>So good.</p>", script, set(), "en"


def graph(dish: Dish) -> Made:
    """Sections of steps, an author by reference, and an article of the same name."""
    recipe = _data(dish)
    recipe["author"] = {"@id": "#cook"}
    recipe["recipeInstructions"] = [
        {"@type": "HowToSection", "name": "Steps", "itemListElement": recipe["recipeInstructions"]}
    ]
    data = {
        "@graph": [
            {
                "@type": "Article",
                "headline": dish[0],
                "author": {"@id": "#boss"},
                "articleSection": "Blog",
                "wordCount": 800,
            },
            {"@type": "Person", "@id": "#boss", "name": "The Boss"},
            {"@type": "Person", "@id": "#cook", "name": dish[7], "sameAs": ["https://x.example"]},
            recipe,
        ]
    }
    return f"<h1>{dish[0]}</h1>", f'<script type="application/ld+json">{json.dumps(data)};</script>', set(), "en"


def micro(dish: Dish) -> Made:
    title, ingredients, steps, prep, _, total, yields, author, rating, cuisine, category, calories = dish
    body = f"""<article itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">{title}</h1><img itemprop="image" src="/dish.jpg">
    <span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">{author}</span></span>
    <div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating"><b itemprop="ratingValue">{rating}</b></div>
    <time itemprop="prepTime" datetime="{_iso(prep)}">{_spoken(prep)}</time><time itemprop="totalTime" datetime="{_iso(total)}">{_spoken(total)}</time>
    <span itemprop="recipeYield">{yields}</span><span itemprop="recipeCuisine">{cuisine}</span><span itemprop="recipeCategory">{category}</span>
    <ul>{"".join(f'<li itemprop="recipeIngredient">{one}</li>' for one in ingredients)}</ul>
    <ol>{"".join(f'<li itemprop="recipeInstructions">{one}</li>' for one in steps)}</ol>
    <div itemprop="nutrition" itemscope itemtype="https://schema.org/NutritionInformation"><span itemprop="calories">{calories}</span></div></article>"""
    return body, "", set(), "en"


def rdfa(dish: Dish) -> Made:
    title, ingredients, steps, _, _, total, yields, author, *_ = dish
    body = f"""<article vocab="https://schema.org/" typeof="Recipe"><h1 property="name">{title}</h1><img property="image" src="/dish.jpg">
    <span property="author">{author}</span> <meta property="totalTime" content="{_iso(total)}"> <span property="recipeYield">{yields}</span>
    <ul>{"".join(f'<li property="recipeIngredient">{one}</li>' for one in ingredients)}</ul>
    <div property="recipeInstructions">{" ".join(steps)}</div></article>"""
    return body, "", {"rating", "calories", "cuisine", "category"}, "en"


def classes(dish: Dish) -> Made:
    """The classes of the hRecipe microformat."""
    title, ingredients, steps, _, _, total, yields, author, *_ = dish
    body = f"""<div class="hrecipe"><h1 class="fn">{title}</h1><p>By <span class="author">{author}</span></p><p>Total time: <span class="duration">{_spoken(total)}</span></p>
    <p>Yield: <span class="yield">{yields}</span></p><h3>Ingredients</h3><ul>{"".join(f'<li class="ingredient">{one}</li>' for one in ingredients)}</ul>
    <h3>Instructions</h3><ol class="instructions">{"".join(f"<li>{one}</li>" for one in steps)}</ol></div>"""
    return body, "", {"rating", "calories", "cuisine", "category"}, "en"


def plugin(dish: Dish) -> Made:
    """Labels in elements of their own, as plugins of blogs write them."""
    title, ingredients, steps, prep, cook, total, yields, author, rating, cuisine, category, calories = dish
    line = '<div class="wrc-block"><span class="wrc-label">{}</span> <span class="wrc-value">{}</span></div>'
    facts = {
        "Prep Time:": _spoken(prep), "Cook Time:": _spoken(cook), "Total Time:": _spoken(total), "Servings:": yields, "Author:": author,
        "Course:": category, "Cuisine:": cuisine, "Calories:": calories,
    }  # fmt: skip
    body = f"""<h1>{title}</h1><div class="wrc"><h2>{title}</h2><div class="wrc-rating">{rating} out of 5 from 19 votes</div>{"".join(line.format(*fact) for fact in facts.items())}
    <div class="wrc-ingredients"><h3>Ingredients</h3><ul>{"".join(f"<li>{one}</li>" for one in ingredients)}</ul></div>
    <div class="wrc-instructions"><h3>Instructions</h3><ol>{"".join(f"<li>{one}</li>" for one in steps)}</ol></div></div>"""
    return body, "", set(), "en"


def prose(dish: Dish) -> Made:
    """Headings and lists, nothing else."""
    title, ingredients, steps, *_ = dish
    body = f"""<h1>{title}</h1><p>My grandmother made this when it rained, and so do I.</p><h2>Ingredients</h2><ul>{"".join(f"<li>{one}</li>" for one in ingredients)}</ul>
    <h2>Method</h2><ol>{"".join(f"<li>{one}</li>" for one in steps)}</ol>"""
    return body, "", {"total_time", "yields", "author", "rating", "calories", "cuisine", "category"}, "en"


def spanish(dish: Dish) -> Made:
    title, ingredients, steps, _, _, total, yields, author, *_ = dish
    body = f"""<h1>{title}</h1><p>Por {author}</p><p><strong>Tiempo total:</strong> {total} min</p><p><strong>Raciones:</strong> {yields}</p>
    <h2>Ingredientes</h2><ul>{"".join(f"<li>{one}</li>" for one in ingredients)}</ul><h2>Preparación</h2><ol>{"".join(f"<li>{one}</li>" for one in steps)}</ol>"""
    return body, "", {"rating", "calories", "cuisine", "category"}, "es"


def article_only(dish: Dish) -> Made:
    """An article about a dish: no recipe at all."""
    script = f'<script type="application/ld+json">{json.dumps({"@type": "BlogPosting", "headline": dish[0], "image": "/dish.jpg", "author": {"@type": "Person", "name": dish[7]}})}</script>'
    missing = {"ingredients", "instructions", "total_time", "yields", "rating", "calories", "cuisine", "category"}
    return f"<h1>{dish[0]}</h1><p>{'A story about it. ' * 20}</p>", script, missing, "en"
